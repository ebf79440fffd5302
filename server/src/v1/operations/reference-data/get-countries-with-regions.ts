import { Type } from 'typebox';
import { listCountries } from '../../../domain/reference/list-countries.ts';
import { operation } from '../../operation.ts';
import { Exact, OrNull } from '../../schemas/resource.ts';

export default operation({
  id: 'getCountriesWithRegions',
  group: 'Reference Data',
  summary: 'Get Countries with Regions',
  description: 'The countries of ISO 3166-1 with the regions of ISO 3166-2.',
  status: 'available',
  method: 'GET',
  path: '/v1/reference-data/countries',
  scope: 'reference_data:read',
  account: 'required',
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('country'),
        id: Type.String({ examples: ['DE'] }),
        attributes: Exact({
          name: Type.String(),
          country_code: Type.String(),
          regions: Type.Array(
            Exact({ code: Type.String({ examples: ['DE-BY'] }), name: Type.String(), parent_code: OrNull(Type.String()) }),
          ),
        }),
      },
      { $id: 'CountryV1' },
    ),
  ),
  async handle() {
    return {
      data: listCountries().map(({ code, name, regions }) => ({
        type: 'country',
        id: code,
        attributes: {
          name,
          country_code: code,
          regions: regions.map(({ parentCode, ...region }) => ({ ...region, parent_code: parentCode })),
        },
      })),
    };
  },
});
