import { Type } from 'typebox';
import { placeTypes } from '../../../domain/reference/gazetteer.ts';
import { countryName } from '../../../lib/country-name.ts';
import { operation } from '../../operation.ts';
import { Exact, OneOf, OrNull } from '../../schemas/resource.ts';

const number = OrNull(Type.Number());

export default operation({
  id: 'getGeoSuggestions',
  group: 'Reference Data',
  summary: 'Get Geo Suggestions',
  description:
    'Countries, regions and towns with at least 5,000 inhabitants whose names start with the query or resemble it, best match first.',
  status: 'available',
  method: 'GET',
  path: '/v1/reference-data/geo-suggestions',
  scope: 'reference_data:read',
  account: 'required',
  query: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 100 }),
    type: Type.Optional(OneOf(placeTypes)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('geo_suggestion'),
        id: Type.String(),
        attributes: Exact({
          name: Type.String(),
          place_type: OneOf(placeTypes),
          country: OrNull(Type.String()),
          country_code: Type.String(),
          region_code: OrNull(Type.String()),
          latitude: number,
          longitude: number,
        }),
      },
      { $id: 'GeoSuggestionV1' },
    ),
  ),
  example: { query: { query: 'Münch', type: 'city' } },
  async handle({ ctx, query }) {
    const gazetteer = await ctx.gazetteer();
    const places = gazetteer.suggest(query.query, { ...(query.type !== undefined && { type: query.type }), limit: query.limit ?? 10 });
    return {
      data: places.map((place) => ({
        type: 'geo_suggestion',
        id: [place.type, place.regionCode ?? place.countryCode, place.name, place.latitude, place.longitude]
          .filter((part) => part !== null)
          .join(':'),
        attributes: {
          name: place.name,
          place_type: place.type,
          country: countryName(place.countryCode),
          country_code: place.countryCode,
          region_code: place.regionCode,
          latitude: place.latitude,
          longitude: place.longitude,
        },
      })),
    };
  },
});
