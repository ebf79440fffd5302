import type { Operation } from '../operation.ts';
import listAccounts from './account/list-accounts.ts';
import createBuyerPersona from './buyer-personas/create-buyer-persona.ts';
import deleteBuyerPersona from './buyer-personas/delete-buyer-persona.ts';
import getBuyerPersona from './buyer-personas/get-buyer-persona.ts';
import retrieveBuyerPersonas from './buyer-personas/retrieve-buyer-personas.ts';
import updateBuyerPersona from './buyer-personas/update-buyer-persona.ts';
import getCampaignDetails from './campaigns/get-campaign-details.ts';
import retrieveCampaignStats from './campaigns/retrieve-campaign-stats.ts';
import retrieveCampaigns from './campaigns/retrieve-campaigns.ts';
import updateCampaign from './campaigns/update-campaign.ts';
import addCompanyToLists from './companies/add-company-to-lists.ts';
import assignTagsToCompany from './companies/assign-tags-to-company.ts';
import companyFinancialReports from './companies/company-financial-reports.ts';
import createCompanyEnrichmentJob from './companies/create-company-enrichment-job.ts';
import estimateCompanyEnrichmentJob from './companies/estimate-company-enrichment-job.ts';
import getCompany from './companies/get-company.ts';
import getCompanyEnrichmentJob from './companies/get-company-enrichment-job.ts';
import matchCompanies from './companies/match-companies.ts';
import removeCompanyFromLists from './companies/remove-company-from-lists.ts';
import retrieveCompanies from './companies/retrieve-companies.ts';
import retrieveCompanyIps from './companies/retrieve-company-ips.ts';
import searchCompanies from './companies/search-companies.ts';
import searchCompanySignals from './companies/search-company-signals.ts';
import unassignTagsFromCompany from './companies/unassign-tags-from-company.ts';
import updateCompany from './companies/update-company.ts';
import addContactToLists from './contacts/add-contact-to-lists.ts';
import createFindContactDataJob from './contacts/create-find-contact-data-job.ts';
import estimateFindContactDataJob from './contacts/estimate-find-contact-data-job.ts';
import getContactDetails from './contacts/get-contact-details.ts';
import getFindContactDataJob from './contacts/get-find-contact-data-job.ts';
import removeContactFromLists from './contacts/remove-contact-from-lists.ts';
import retrieveContacts from './contacts/retrieve-contacts.ts';
import searchContacts from './contacts/search-contacts.ts';
import updateContact from './contacts/update-contact.ts';
import createCustomField from './custom-fields/create-custom-field.ts';
import deleteCustomField from './custom-fields/delete-custom-field.ts';
import getCustomField from './custom-fields/get-custom-field.ts';
import retrieveCustomFields from './custom-fields/retrieve-custom-fields.ts';
import updateCustomField from './custom-fields/update-custom-field.ts';
import createIcp from './icps/create-icp.ts';
import deleteIcp from './icps/delete-icp.ts';
import getIcp from './icps/get-icp.ts';
import retrieveCompanyIcpMatches from './icps/retrieve-company-icp-matches.ts';
import retrieveIcps from './icps/retrieve-icps.ts';
import updateIcp from './icps/update-icp.ts';
import enrichCompanyIpAddress from './ip/enrich-company-ip-address.ts';
import createBatchAddToListJob from './lists/create-batch-add-to-list-job.ts';
import createBatchRemoveFromListJob from './lists/create-batch-remove-from-list-job.ts';
import createList from './lists/create-list.ts';
import deleteList from './lists/delete-list.ts';
import getBatchAddToListJob from './lists/get-batch-add-to-list-job.ts';
import getBatchRemoveFromListJob from './lists/get-batch-remove-from-list-job.ts';
import getList from './lists/get-list.ts';
import retrieveCompanyListMemberships from './lists/retrieve-company-list-memberships.ts';
import retrieveContactListMemberships from './lists/retrieve-contact-list-memberships.ts';
import retrieveListItems from './lists/retrieve-list-items.ts';
import retrieveLists from './lists/retrieve-lists.ts';
import updateList from './lists/update-list.ts';
import getCountriesWithRegions from './reference-data/get-countries-with-regions.ts';
import getGeoSuggestions from './reference-data/get-geo-suggestions.ts';
import getIndustries from './reference-data/get-industries.ts';
import getCookieConsentSettings from './settings/get-cookie-consent-settings.ts';
import getDataProcessingSettings from './settings/get-data-processing-settings.ts';
import updateCookieConsentSettings from './settings/update-cookie-consent-settings.ts';
import updateDataProcessingSettings from './settings/update-data-processing-settings.ts';
import createBatchAddTagsJob from './tags/create-batch-add-tags-job.ts';
import createBatchRemoveTagsJob from './tags/create-batch-remove-tags-job.ts';
import createTag from './tags/create-tag.ts';
import deleteTag from './tags/delete-tag.ts';
import getBatchAddTagsJob from './tags/get-batch-add-tags-job.ts';
import getBatchRemoveTagsJob from './tags/get-batch-remove-tags-job.ts';
import getTag from './tags/get-tag.ts';
import retrieveTags from './tags/retrieve-tags.ts';
import updateTag from './tags/update-tag.ts';
import collectEvents from './tracking/collect-events.ts';
import getEndpointsUsage from './usage/get-endpoints-usage.ts';
import getCurrentUser from './users/get-current-user.ts';
import createCustomFeed from './web-visits/create-custom-feed.ts';
import createGoal from './web-visits/create-goal.ts';
import deleteCustomFeed from './web-visits/delete-custom-feed.ts';
import deleteGoal from './web-visits/delete-goal.ts';
import getCustomFeed from './web-visits/get-custom-feed.ts';
import getGoal from './web-visits/get-goal.ts';
import retrieveCustomFeedFolders from './web-visits/retrieve-custom-feed-folders.ts';
import retrieveCustomFeeds from './web-visits/retrieve-custom-feeds.ts';
import retrieveGoals from './web-visits/retrieve-goals.ts';
import retrieveTrackerScript from './web-visits/retrieve-tracker-script.ts';
import retrieveVisitorCompanies from './web-visits/retrieve-visitor-companies.ts';
import searchWebVisits from './web-visits/search-web-visits.ts';
import updateCustomFeed from './web-visits/update-custom-feed.ts';
import updateGoal from './web-visits/update-goal.ts';

/** All operations of the versioned API, in the order of the documentation. */
export const operations: readonly Operation[] = [
  listAccounts,
  getCurrentUser,
  getCompany,
  updateCompany,
  retrieveCompanies,
  searchCompanies,
  matchCompanies,
  searchCompanySignals,
  companyFinancialReports,
  retrieveCompanyIps,
  addCompanyToLists,
  removeCompanyFromLists,
  assignTagsToCompany,
  unassignTagsFromCompany,
  createCompanyEnrichmentJob,
  estimateCompanyEnrichmentJob,
  getCompanyEnrichmentJob,
  retrieveContacts,
  getContactDetails,
  updateContact,
  searchContacts,
  addContactToLists,
  removeContactFromLists,
  createFindContactDataJob,
  estimateFindContactDataJob,
  getFindContactDataJob,
  searchWebVisits,
  retrieveVisitorCompanies,
  retrieveCustomFeeds,
  createCustomFeed,
  getCustomFeed,
  updateCustomFeed,
  deleteCustomFeed,
  retrieveCustomFeedFolders,
  retrieveTrackerScript,
  retrieveGoals,
  createGoal,
  getGoal,
  updateGoal,
  deleteGoal,
  retrieveCampaigns,
  getCampaignDetails,
  updateCampaign,
  retrieveCampaignStats,
  enrichCompanyIpAddress,
  retrieveBuyerPersonas,
  createBuyerPersona,
  getBuyerPersona,
  updateBuyerPersona,
  deleteBuyerPersona,
  retrieveIcps,
  createIcp,
  getIcp,
  updateIcp,
  deleteIcp,
  retrieveCompanyIcpMatches,
  retrieveTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
  createBatchAddTagsJob,
  getBatchAddTagsJob,
  createBatchRemoveTagsJob,
  getBatchRemoveTagsJob,
  retrieveLists,
  createList,
  getList,
  updateList,
  deleteList,
  retrieveListItems,
  createBatchAddToListJob,
  getBatchAddToListJob,
  createBatchRemoveFromListJob,
  getBatchRemoveFromListJob,
  retrieveCompanyListMemberships,
  retrieveContactListMemberships,
  retrieveCustomFields,
  createCustomField,
  getCustomField,
  updateCustomField,
  deleteCustomField,
  getCookieConsentSettings,
  updateCookieConsentSettings,
  getDataProcessingSettings,
  updateDataProcessingSettings,
  getEndpointsUsage,
  getCountriesWithRegions,
  getGeoSuggestions,
  getIndustries,
  collectEvents,
];
