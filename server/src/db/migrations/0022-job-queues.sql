-- Adds a job, for connections that may not write to the job queue itself. Jobs with the same queue run one at a time.
drop function add_job(text, json, text, timestamptz, int, int);
create function add_job(name text, payload json, key text, run_at timestamptz, max_attempts int, priority int default null, queue text default null)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as
$$ begin
  perform graphile_worker.add_job(identifier => name, payload => payload, queue_name => queue, job_key => key, run_at => run_at,
    max_attempts => max_attempts, priority => priority);
end $$;
revoke all on function add_job from public;
