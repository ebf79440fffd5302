-- Finds the companies that were merged into another. Without it, merging a company and undoing an import read the whole directory.
create index companies_by_merged_into on companies (merged_into) where merged_into is not null;
