import type { Operation } from '../operation.ts';
import listAccounts from './account/list-accounts.ts';
import getCompany from './companies/get-company.ts';
import updateCompany from './companies/update-company.ts';
import createCustomField from './custom-fields/create-custom-field.ts';
import deleteCustomField from './custom-fields/delete-custom-field.ts';
import getCustomField from './custom-fields/get-custom-field.ts';
import retrieveCustomFields from './custom-fields/retrieve-custom-fields.ts';
import updateCustomField from './custom-fields/update-custom-field.ts';
import createBatchRemoveFromListJob from './lists/create-batch-remove-from-list-job.ts';
import getBatchRemoveFromListJob from './lists/get-batch-remove-from-list-job.ts';
import collectEvents from './tracking/collect-events.ts';
import getCurrentUser from './users/get-current-user.ts';
import retrieveVisitorCompanies from './web-visits/retrieve-visitor-companies.ts';

/** Every operation of the versioned interface, in the order of the documentation. */
export const operations: readonly Operation[] = [
  listAccounts,
  getCurrentUser,
  getCompany,
  updateCompany,
  retrieveVisitorCompanies,
  createBatchRemoveFromListJob,
  getBatchRemoveFromListJob,
  retrieveCustomFields,
  createCustomField,
  getCustomField,
  updateCustomField,
  deleteCustomField,
  collectEvents,
];
