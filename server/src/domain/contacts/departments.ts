/** Departments in which contacts work, named as in the versioned API. */
export const departments = [
  'sales_department',
  'marketing_department',
  'it_department',
  'finance_department',
  'hr_department',
  'operations_department',
  'engineering_department',
  'legal_department',
  'management',
  'other',
] as const;
export const hierarchyLevels = ['c_level', 'vp', 'director', 'manager', 'staff', 'unknown'] as const;
