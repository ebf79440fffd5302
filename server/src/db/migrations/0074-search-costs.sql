-- Putting a company's names together takes long compared with an index: the planner should know.
alter function company_names(text, text, text[]) cost 1000;
alter function company_topics(text, text[]) cost 1000;
