-- The language in which a user reads the web application. Null: the language of the browser.
alter table users add column language text check (language in ('en', 'de'));
