-- What each page of a walk through a list has shown, so that the next one goes on behind it, whatever came, went or changed its
-- place in between. Lost in a crash, like the walks themselves, at the price of one repeated row.
create unlogged table list_walk_pages (
  reader text not null,
  page_size int not null,
  page_number int not null,
  keys text[] not null,
  primary key (reader, page_size, page_number)
);
