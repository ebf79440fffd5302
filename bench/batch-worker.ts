import { tmpdir } from 'node:os';
import { connect } from '../server/src/db/connect.ts';
import { runBatchJob } from '../server/src/domain/batch-jobs/run-batch-job.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import { plainContext } from '../tests/kit/plain-context.ts';

/** A worker in a separate process that can be killed: `batch-worker.ts <database> <account> <job>`. */
const [url, accountId, jobId] = firstItems(process.argv.slice(2), 3);
const connection = connect(url, { connections: 4, name: 'bench-worker', onError: () => {} });
await runBatchJob(plainContext(connection.db, tmpdir()), accountId, jobId);
await connection.close();
