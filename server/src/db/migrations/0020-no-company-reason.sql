-- Why a visit has no company, so that lists and figures need not read the facts of each verdict.
alter table verdicts add column no_company_reason text;
update verdicts set no_company_reason = case
  when evidence @> '[{"source": "operator_rule", "company": null}]' then 'correction'
  else case coalesce((select matched ->> 'kind' from json_array_elements(facts -> 'imported') as matched
                      where matched ->> 'kind' is not null limit 1), facts ->> 'kind', kind)
    when 'isp' then 'home_line'
    when 'person' then 'home_line'
    when 'mobile' then 'mobile'
    when 'hosting' then 'hosting'
    when 'cdn' then 'hosting'
    when 'exchange' then 'hosting'
    when 'vpn' then 'vpn'
    when 'gateway' then 'gateway'
    when 'unknown' then 'unknown'
    else 'uncertain'
  end
end
where company_id is null;
