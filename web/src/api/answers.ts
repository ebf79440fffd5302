import type { AccountApi, UserApi } from '../../../server/src/app/api.ts';

type Answer<Name extends keyof AccountApi> = AccountApi[Name]['answer'];

/** The server's responses, named as the pages use them. The types come from the server's routes. */
export type Session = UserApi['GET /session']['answer'];
export type User = Session['user'];
export type OwnAccount = Session['accounts'][number];
export type Consent = UserApi['GET /consents']['answer'][number];

export type Lead = Answer<'GET /leads'>['rows'][number];
export type LeadQuery = Partial<AccountApi['GET /leads']['query']>;
export type LeadChange = Omit<AccountApi['PATCH /leads']['body'], 'companyIds'>;
export type LeadQuality = Lead['quality'];
export type CallReason = Lead['reasons'][number];
export type IcpScore = Lead['icps'][number];
export type ExportRequest = Omit<AccountApi['POST /exports']['body'], 'format'>;
export type ExportFile = Answer<'GET /exports'>[number];
export type Tag = Answer<'GET /tags'>[number];
export type Member = Answer<'GET /members'>[number];

export type Feed = Answer<'GET /feeds'>['feeds'][number];
export type FilterField = Answer<'GET /feed-fields'>[number];
export type Filter = Feed['filters']['all'][number];
export type FeedAlerts = Answer<'GET /feeds/:feedId/alerts'>;
export type Delivery = Answer<'GET /feeds/:feedId/deliveries'>[number];

export type CompanyDetails = Answer<'GET /companies/:companyId'>;
export type FactSource = CompanyDetails['sources']['name'];
export type GroupMember = CompanyDetails['subsidiaries'][number];
export type CrmRecord = CompanyDetails['crmRecords'][number];
export type Identification = CompanyDetails['identifications'][number];
export type CompanyInsights = Answer<'GET /companies/:companyId/insights'>;
export type CompanyField = CompanyInsights['fields'][number];
export type Visit = Answer<'GET /companies/:companyId/visits'>['visits'][number];
export type VisitStep = Visit['steps'][number];

export type Overview = Answer<'GET /overview'>;
export type Breakdowns = Answer<'GET /breakdowns'>;
export type Share = Breakdowns['sources'][number];
export type MapDot = Breakdowns['dots'][number];
export type Trends = Answer<'GET /trends'>;
export type Trend = Trends['goals'][number];
export type DataFlow = Answer<'GET /data-flow'>;
export type LiveVisit = Answer<'GET /live'>[number];

export type Settings = Answer<'GET /settings'>;
export type SettingsChange = AccountApi['PATCH /settings']['body'];
export type TrackerState = Answer<'GET /tracker'>;
export type GoalRecord = Answer<'GET /goals'>[number];
export type GoalBody = AccountApi['POST /goals']['body'];
export type Icp = Answer<'GET /icps'>[number];
export type IcpBody = AccountApi['POST /icps']['body'];
export type IcpFilters = IcpBody['filters'];
export type IcpCriterion = NonNullable<IcpFilters['optional']>[number];
export type Persona = Answer<'GET /personas'>['personas'][number];
export type PersonaBody = AccountApi['POST /personas']['body'];
export type Imports = Answer<'GET /imports'>;
export type ImportFile = Imports['imports'][number];
export type ImportKind = Imports['kinds'][number]['kind'];
export type ImportPreview = NonNullable<ImportFile['preview']>;
export type SharedDomain = ImportFile['sharedDomains'][number];
export type OauthApp = Answer<'GET /oauth-apps'>['apps'][number];
export type OauthSecret = Answer<'POST /oauth-apps'>;
export type SentInvitation = Answer<'POST /invitations'>;
export type AuditEntry = Answer<'GET /audit'>['entries'][number];
export type AlertsChange = AccountApi['PATCH /feeds/:feedId/alerts']['body'];
export type AlertsOfFeed = Answer<'GET /alerts'>[number];
export type NewCorrection = AccountApi['POST /corrections']['body'];
export type FieldType = AccountApi['POST /custom-fields']['body']['type'];
