/** What regions have beside the operations of every noun. */
import * as z from 'zod/mini'
import { addSchema, updateSchema } from '../../schemas.ts'
import { regions } from '../../system/regions.ts'
import { choice, splitList } from '../../wire.ts'
import { contract } from '../contract.ts'
import { rowIds, written } from '../resources.ts'

const PATH = '/admin/sysregion'

/** The types a region can have. */
export const queryRegionType = contract({
  method: 'GET',
  path: `${PATH}/queryRegionType`,
  output: z.strictObject({ list: z.array(choice) }),
})

/** Looked at once it is known that the caller sees it: a hidden field is refused like one that does not exist. */
const parentCode = z.optional(z.unknown())

/** Adds a region below the one with `parentId` or `parentRegionCode`. */
export const addSysRegion = contract({
  method: 'POST',
  path: `${PATH}/addSysRegion`,
  input: z
    .strictObject({ ...addSchema(regions).shape, parentId: z.optional(regions.fields.parentId.check), parentRegionCode: parentCode })
    .check(
      z.refine((values) => values.parentId !== undefined || values.parentRegionCode !== undefined, {
        path: ['parentId'],
        error: 'required',
      }),
    ),
  output: written,
})

/** Changes a region. */
export const updateSysRegion = contract({
  method: 'PUT',
  path: `${PATH}/updateSysRegion`,
  input: z.strictObject({ ...updateSchema(regions).shape, parentRegionCode: parentCode }),
  output: written,
})

const codes = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(1000))

/** Deletes regions, by id or by regionCode, and everything below them. */
export const deleteSysRegion = contract({
  method: 'POST',
  path: `${PATH}/deleteSysRegion`,
  input: z
    .strictObject({
      id: z.optional(rowIds.shape.id),
      regionCode: z.pipe(
        z.transform(splitList),
        z.optional(
          z.pipe(
            codes,
            z.transform((given) => [...new Set(given)]),
          ),
        ),
      ),
    })
    .check(
      z.refine(({ id, regionCode }) => id !== undefined || regionCode !== undefined, { path: ['regionCode'], error: 'required' }),
      z.refine(({ id, regionCode }) => id === undefined || regionCode === undefined, { path: ['regionCode'] }),
    ),
  output: z.strictObject({ deleted: z.int() }),
})
