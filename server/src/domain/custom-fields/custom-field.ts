export const fieldScopes = ['company', 'contact'] as const;
export type FieldScope = (typeof fieldScopes)[number];

export const settableTypes = ['text', 'number', 'boolean', 'date'] as const;
export const fieldTypes = [...settableTypes, 'ai_text', 'ai_number', 'ai_boolean', 'contact_collection'] as const;
export type FieldType = (typeof fieldTypes)[number];
export type SettableType = (typeof settableTypes)[number];

export type CustomField = {
  id: string;
  name: string;
  scope: FieldScope;
  type: FieldType;
  description: string | null;
  editable: boolean;
  prompt: string | null;
};

/** Maximum number of custom fields of an account. */
export const maxFields = 500;

export type FieldValue = string | number | boolean | null;

export function isSettable(type: FieldType): type is SettableType {
  return settableTypes.some((one) => one === type);
}
