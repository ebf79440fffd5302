-- The keys of names leave out more legal forms and conjunctions than before. Those of names that may contain one are computed again.
-- Citus does not accept array_to_string in an update, so the companies are selected first.
do $$
declare
  ids bigint[];
begin
  select array_agg(id) into ids from companies
    where names_indexed and owner_account_id is null and merged_into is null
      and replace(name || ' ' || array_to_string(alternative_names, ' '), '.', '') ~* ('å|,\S|\m('
        || 'a|es|[eé]s|ve|kai|και|si|și|ir|un|gp|lllp|pcl|partnership|company|ohf|ky|hb|kb|og|amba|fmba|cvba|commv|vennootschap|gie|scop|sagl|sll|slne|slp|'
        || 's?coop|aie|esp|rl|limitada|limitata|simplifi[eé]e|limit[eé]e|azioni|cooperativa|unipersonal|mepe|sc|mb|mtu|mchj|oo|cywilna|komandytowa|'
        || 'spole[cč]nost|omezen[yý]m|t[aá]rsas[aá]g|r[eé]szv[eé]nyt[aá]rsas[aá]g|etaireia|εταιρεία|plt|sal|sae|saog|saoc|wll|bsc|ksc[cp]?|psc|qp?sc|'
        || 'fze|fzco|fzc|fz|dmcc|tic|stock|общество|obshchestvo)\M');
  update companies set names_indexed = false where id = any(ids);
end $$;
