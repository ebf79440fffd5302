/** The attributes of a registry object that are used, in any format. One instance is reused for all objects of a file, to save memory. */
export class RegistryObject {
  /** `192.0.2.0 - 192.0.2.255` or a block; empty for objects that are not networks. */
  range = '';
  netname = '';
  readonly descriptions: string[] = [];
  country = '';
  status = '';
  /** The organization that a network refers to, or the id of the organization itself. */
  organization = '';
  organizationName = '';
  organizationType = '';
  maintainer = '';
  /** The year of the last change; 0 if unknown. */
  changedYear = 0;
  source = '';

  clear(): void {
    this.range = '';
    this.netname = '';
    this.descriptions.length = 0;
    this.country = '';
    this.status = '';
    this.organization = '';
    this.organizationName = '';
    this.organizationType = '';
    this.maintainer = '';
    this.changedYear = 0;
    this.source = '';
  }
}

/** Further description lines usually contain a postal address and remarks. */
export const maxDescriptions = 6;
