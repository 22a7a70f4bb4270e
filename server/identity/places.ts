/** Where people live: a province, and a city of it, both of them regions that the tenant has. */
import { Failure } from '../kernel/errors.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** Codes of regions, as they will stand in the row of a person. */
export interface Place {
  readonly province: string | null
  readonly city: string | null
}

/** For each place that there is not, by its position, the failure `reference.not-found` that names the field. */
export async function placeRefusals(tx: Transaction, places: readonly (Place | undefined)[]): Promise<Map<number, Failure>> {
  const codes = [...new Set(places.flatMap((place) => [place?.province ?? [], place?.city ?? []].flat()))]
  const regions =
    codes.length === 0
      ? []
      : await tx.all(build.selectFrom('regions').select(['id', 'parent_id', 'region_code']).where('region_code', 'in', codes))
  const ids = (code: string) => regions.filter((row) => row.region_code === code)
  const found = places.map((place) => place && wrongIn(place, ids))
  return new Map(
    found.flatMap((name, at): [number, Failure][] =>
      name ? [[at, new Failure('reference.not-found', { field: { name, label: `field.users.${name}` } })]] : [],
    ),
  )
}

function wrongIn(
  { province, city }: Place,
  withCode: (code: string) => readonly { readonly id: string; readonly parent_id: string | null }[],
): 'provinceRegionCode' | 'cityRegionCode' | undefined {
  if (province === null) return city === null ? undefined : 'provinceRegionCode'
  const provinces = withCode(province)
  if (provinces.length === 0) return 'provinceRegionCode'
  if (city === null) return undefined
  return withCode(city).some((row) => provinces.some(({ id }) => id === row.parent_id)) ? undefined : 'cityRegionCode'
}
