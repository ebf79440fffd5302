-- How many lines a file has, counted while it arrives, so that its import can say how far it is.
alter table imports add column lines int not null default 0;
