-- An undo looks up what other imports changed in the same companies. Without an index, it reads the changes of all imports for each batch.
create index import_changes_by_record on import_changes (record_id);
