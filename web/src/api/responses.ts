import type { AccountApi, UserApi } from '../../../server/src/app/api.ts';

type ResponseOf<Name extends keyof AccountApi> = AccountApi[Name]['response'];

/** The server's responses, named as the pages use them. The types come from the server's routes. */
export type Session = UserApi['GET /session']['response'];
export type User = Session['user'];
export type OwnAccount = Session['accounts'][number];
export type Consent = UserApi['GET /consents']['response'][number];

export type Lead = ResponseOf<'GET /leads'>['rows'][number];
export type LeadQuery = Partial<AccountApi['GET /leads']['query']>;
export type LeadChange = Omit<AccountApi['PATCH /leads']['body'], 'companyIds'>;
export type LeadQuality = Lead['quality'];
export type CallReason = Lead['reasons'][number];
export type IcpScore = Lead['icps'][number];
export type ExportRequest = Omit<AccountApi['POST /exports']['body'], 'format'>;
export type ExportFile = ResponseOf<'GET /exports'>[number];
export type Tag = ResponseOf<'GET /tags'>[number];
export type Member = ResponseOf<'GET /members'>[number];

export type Notification = ResponseOf<'GET /notifications'>['notifications'][number];
export type Automation = ResponseOf<'GET /automations'>[number];
export type Feed = ResponseOf<'GET /feeds'>['feeds'][number];
export type SavedView = NonNullable<Feed['view']>;
export type LeadColumn = SavedView['columns'][number];
export type FilterField = ResponseOf<'GET /feed-fields'>[number];
export type Filter = Feed['filters']['all'][number];
export type SuggestedValue = ResponseOf<'GET /feed-fields/:field/values'>[number];
export type FeedAlerts = ResponseOf<'GET /feeds/:feedId/alerts'>;
export type Delivery = ResponseOf<'GET /feeds/:feedId/deliveries'>[number];

export type CompanyDetails = ResponseOf<'GET /companies/:companyId'>;
export type FactOrigin = CompanyDetails['origins']['name'];
export type GroupMember = CompanyDetails['subsidiaries'][number];
export type CrmRecord = CompanyDetails['crmRecords'][number];
export type Identification = CompanyDetails['identifications'][number];
export type CompanyInsights = ResponseOf<'GET /companies/:companyId/insights'>;
export type ContactRow = ResponseOf<'GET /companies/:companyId/contacts'>['contacts'][number];
export type CompanyRow = ResponseOf<'GET /directory'>['companies'][number];
export type CompanyList = ResponseOf<'GET /lists'>[number];
export type ListMembers = ResponseOf<'GET /lists/:listId/members'>;
export type CampaignResult = ResponseOf<'GET /campaigns'>['campaigns'][number];
export type CompanyField = CompanyInsights['fields'][number];
type CompanyTimeline = ResponseOf<'GET /companies/:companyId/timeline'>;
export type TimelineItem = CompanyTimeline['items'][number];
export type Visit = Extract<TimelineItem, { kind: 'visit' }>['visit'];
export type VisitStep = Visit['steps'][number];

export type Overview = ResponseOf<'GET /overview'>;
export type Breakdowns = ResponseOf<'GET /breakdowns'>;
export type Share = Breakdowns['sources'][number];
export type MapDot = Pick<Breakdowns['dots'][number], 'latitude' | 'longitude' | 'visits' | 'city' | 'countryCode'>;
export type Trends = ResponseOf<'GET /trends'>;
export type GoalFunnel = ResponseOf<'GET /goals/:goalId/funnel'>;
export type EntryAndExitPages = ResponseOf<'GET /entry-and-exit-pages'>;
export type Annotation = ResponseOf<'GET /annotations'>[number];
export type DashboardLink = ResponseOf<'GET /dashboard-links'>[number];
export type Trend = Trends['goals'][number];
export type DataFlow = ResponseOf<'GET /data-flow'>;
export type VisitsFilter = Pick<AccountApi['GET /visits']['query'], 'kind' | 'reason'>;
export type CountedVisit = ResponseOf<'GET /visits'>['visits'][number];
export type LiveVisit = ResponseOf<'GET /live'>['visits'][number];

export type Settings = ResponseOf<'GET /settings'>;
export type TrackerState = ResponseOf<'GET /tracker'>;
export type GoalRecord = ResponseOf<'GET /goals'>[number];
export type GoalBody = AccountApi['POST /goals']['body'];
export type Icp = ResponseOf<'GET /icps'>[number];
export type IcpBody = AccountApi['POST /icps']['body'];
export type IcpFilters = IcpBody['filters'];
export type IcpCriterion = NonNullable<IcpFilters['optional']>[number];
export type Persona = ResponseOf<'GET /personas'>['personas'][number];
export type PersonaBody = AccountApi['POST /personas']['body'];
export type Imports = ResponseOf<'GET /imports'>;
export type ImportFile = Imports['imports'][number];
export type ImportKind = Imports['kinds'][number]['kind'];
export type ImportPreview = NonNullable<ImportFile['preview']>;
export type SharedDomain = ImportFile['sharedDomains'][number];
export type CompanyCandidate = ResponseOf<'GET /company-candidates'>['candidates'][number];
export type OauthApp = ResponseOf<'GET /oauth-apps'>['apps'][number];
export type OauthSecret = ResponseOf<'POST /oauth-apps'>;
export type SentInvitation = ResponseOf<'POST /invitations'>;
export type AuditEntry = ResponseOf<'GET /audit'>['entries'][number];
export type AlertsChange = AccountApi['PATCH /feeds/:feedId/alerts']['body'];
export type AlertsOfFeed = ResponseOf<'GET /alerts'>[number];
export type NewCorrection = AccountApi['POST /corrections']['body'];
export type FieldType = AccountApi['POST /custom-fields']['body']['type'];
