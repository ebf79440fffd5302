/** Findings of imports in German, by their English text. A more specific text comes before a general one. */
export const importFindings: Record<string, string> = {
  'id, domain or external_id is missing': 'id, domain oder external_id fehlt',
  'company_id or company_domain is missing': 'company_id oder company_domain fehlt',
  'company_id, domain or company is missing': 'company_id, domain oder company fehlt',
  'full_name, or first_name and last_name, is missing': 'full_name oder first_name und last_name fehlen',
  'name is missing, and no company has the {key}': 'name fehlt, und es gibt kein Unternehmen mit {key}',
  '{name} is missing': '{name} fehlt',
  '{name} must be text': '{name} muss Text sein',
  '{name} must have at most {max} characters': '{name} darf höchstens {max} Zeichen haben',
  '{name} has an entry of more than {max} characters': '{name} hat einen Eintrag mit mehr als {max} Zeichen',
  '{name} must be a number from {min} to {max}; found "{value}"': '{name} muss eine Zahl von {min} bis {max} sein, nicht „{value}“',
  '{name} must be a number of at least {min}; found "{value}"': '{name} muss eine Zahl ab {min} sein, nicht „{value}“',
  '{name} must be a number; found "{value}"': '{name} muss eine Zahl sein, nicht „{value}“',
  '{name} must be a whole number from {min} to {max}; found "{value}"':
    '{name} muss eine ganze Zahl von {min} bis {max} sein, nicht „{value}“',
  '{name} must be a whole number of at least {min}; found "{value}"': '{name} muss eine ganze Zahl ab {min} sein, nicht „{value}“',
  '{name} must be a whole number; found "{value}"': '{name} muss eine ganze Zahl sein, nicht „{value}“',
  '{name} must be true or false; found "{value}"': '{name} muss true oder false sein, nicht „{value}“',
  '{name} must be one of {values}; found "{value}"': '{name} muss einer dieser Werte sein: {values}; nicht „{value}“',
  '{name} must be a domain such as example.com; found "{value}"': '{name} muss eine Domain wie example.com sein, nicht „{value}“',
  '{name} must hold domains; found "{value}"': '{name} muss Domains enthalten, nicht „{value}“',
  '{name} must be a URL that begins with http:// or https://; found "{value}"':
    '{name} muss eine URL sein, die mit http:// oder https:// beginnt, nicht „{value}“',
  '{name} must be a URL that begins with http:// or https://, or a list of them':
    '{name} muss eine URL sein, die mit http:// oder https:// beginnt, oder eine Liste solcher URLs',
  '{name} must be an e-mail address; found "{value}"': '{name} muss eine E-Mail-Adresse sein, nicht „{value}“',
  '{name} must be a country code of two letters; found "{value}"': '{name} muss ein Ländercode aus zwei Buchstaben sein, nicht „{value}“',
  '{name} must be a day such as 2026-01-31; found "{value}"': '{name} muss ein Tag wie 2026-01-31 sein, nicht „{value}“',
  '{name} must be a time such as 2026-01-31T12:00:00Z; found "{value}"':
    '{name} muss ein Zeitpunkt wie 2026-01-31T12:00:00Z sein, nicht „{value}“',
  '{name} must be an object': '{name} muss ein Objekt sein',
  '{name} must be a list of objects': '{name} muss eine Liste von Objekten sein',
  '{name} must be a list of texts': '{name} muss eine Liste von Texten sein',
  '{name} must be a three-letter currency code': '{name} muss ein Währungscode aus drei Buchstaben sein',
  '{name} has unknown fields: {unknown}; known fields: {known}': '{name} hat unbekannte Felder: {unknown}; bekannte Felder: {known}',
  'merged_ids must contain ids of companies; found "{value}"': 'merged_ids muss ids von Unternehmen enthalten, nicht „{value}“',
  'merged_ids contains the id of the company itself': 'merged_ids enthält die id des Unternehmens selbst',
  'asns must contain AS numbers; found "{value}"': 'asns muss AS-Nummern enthalten, nicht „{value}“',
  'cidr must be a block such as 192.0.2.0/24; found "{value}"': 'cidr muss ein Block wie 192.0.2.0/24 sein, nicht „{value}“',
  'cidr is larger than any block that one company uses': 'cidr ist größer als jeder Block, den ein einzelnes Unternehmen nutzt',
  'cidr is made of more than {max} blocks': 'cidr besteht aus mehr als {max} Blöcken',
  'sent_at must not be in the future': 'sent_at darf nicht in der Zukunft liegen',
  'unknown fields: {names}': 'unbekannte Felder: {names}',
  'unknown industry codes: {codes}': 'unbekannte Branchencodes: {codes}',
  'a value contains a character that cannot be stored': 'Ein Wert enthält ein Zeichen, das nicht gespeichert werden kann',
  "{domain} is a provider's domain: name the company": '{domain} ist die Domain eines Anbieters: Nennen Sie das Unternehmen',
  'there is no company {id}': 'Es gibt kein Unternehmen {id}',
  'there is no contact {id}': 'Es gibt keinen Kontakt {id}',
  'no company has the {key}: import it first': 'Es gibt kein Unternehmen mit {key}: Importieren Sie es zuerst',
  'no company is known for {email}: specify company_id or company_domain, or import the company first':
    'Zu {email} ist kein Unternehmen bekannt: Geben Sie company_id oder company_domain an oder importieren Sie zuerst das Unternehmen',
  'the domain {domain} belongs to company {id}': 'Die Domain {domain} gehört zum Unternehmen {id}',
  'the e-mail address {email} belongs to contact {id}': 'Die E-Mail-Adresse {email} gehört zum Kontakt {id}',
  'the company {name} could not be added': 'Das Unternehmen {name} konnte nicht hinzugefügt werden',
  'the company was removed by the undo of another import':
    'Das Unternehmen wurde entfernt, weil ein anderer Import rückgängig gemacht wurde',
  'the contact was removed by the undo of another import': 'Der Kontakt wurde entfernt, weil ein anderer Import rückgängig gemacht wurde',
  'it has {count} fields, but the header has {expected}: a quote may not be closed':
    'Die Zeile hat {count} Felder, der Kopf aber {expected}: Vielleicht ist ein Anführungszeichen nicht geschlossen',
  'it has {count} fields, but the header has {expected}': 'Die Zeile hat {count} Felder, der Kopf aber {expected}',
  'it is not a JSON object': 'Die Zeile ist kein JSON-Objekt',
  'it is not valid JSON': 'Die Zeile ist kein gültiges JSON',
  'it is too long or not closed': 'Der Datensatz ist zu lang oder nicht geschlossen',
  'the file ends in the middle of a record': 'Die Datei endet mitten in einem Datensatz',
  'An account can have records of at most {max} CRMs. The column "crm" must contain the name of the CRM.':
    'Ein Konto kann Datensätze aus höchstens {max} CRMs haben. Die Spalte „crm“ muss den Namen des CRM enthalten.',
  'The file contains no records that can be imported. Nothing was imported.':
    'Die Datei enthält keine Datensätze, die importiert werden können. Nichts wurde importiert.',
  'The file has columns that an import of {kind} does not read: {names}. Accepted columns: {known}. Rename or remove the unknown ones, or import without them (--ignore-unknown-columns).':
    'Die Datei hat Spalten, die ein Import von {kind} nicht liest: {names}. Unterstützte Spalten: {known}. Benennen Sie die unbekannten um, entfernen Sie sie oder importieren Sie ohne sie (--ignore-unknown-columns).',
  'The file has several columns named "{name}". Rename or remove all but one.':
    'Die Datei hat mehrere Spalten namens „{name}“. Benennen Sie alle bis auf eine um oder entfernen Sie sie.',
  'The file has {count} columns; at most {max} are read.': 'Die Datei hat {count} Spalten; höchstens {max} werden gelesen.',
  'The file is XML or HTML. Use the CSV or JSON file of the publisher instead.':
    'Die Datei ist XML oder HTML. Verwenden Sie stattdessen die CSV- oder JSON-Datei des Herausgebers.',
  'The file is a spreadsheet or a zip archive. Save the sheet as CSV, or unpack the archive.':
    'Die Datei ist eine Tabellenkalkulation oder ein ZIP-Archiv. Speichern Sie die Tabelle als CSV oder entpacken Sie das Archiv.',
  'The file is compressed with gzip. Unpack it first.': 'Die Datei ist mit gzip komprimiert. Entpacken Sie sie zuerst.',
  'The file is not text. Save it as CSV or JSON, encoded as UTF-8.':
    'Die Datei ist kein Text. Speichern Sie sie als CSV oder JSON in der Kodierung UTF-8.',
  'The file no longer exists. Upload it again.': 'Die Datei existiert nicht mehr. Laden Sie sie noch einmal hoch.',
  'Something went wrong on the server. Nothing was imported. Upload the file again.':
    'Auf dem Server ist ein Fehler aufgetreten. Es wurde nichts importiert. Laden Sie die Datei noch einmal hoch.',
  'Something went wrong on the server. The lines imported so far are kept; start the import again to continue.':
    'Auf dem Server ist ein Fehler aufgetreten. Die bisher importierten Zeilen bleiben erhalten; starten Sie den Import erneut, um fortzufahren.',
};
