/** Links by which people who have no account fill in a form: the form's own, and what anybody may do who has the address of one. */
import * as z from 'zod/mini'
import { forms } from '../../devtool/forms.ts'
import { id, wireTime } from '../../fields.ts'
import { optional, whole } from '../../wire.ts'
import { captchaKey, captchaText } from '../account/captcha.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { at, definition, entryData, versionNumber } from './values.ts'

const OWN = forms.api.base
const PATH = '/generator/formlink'

/** Makes a link; its address, `/form#<token>`, is told once. A form with fields that name rows of the tenant is refused, each field named. */
export const addFormLink = contract({
  method: 'POST',
  path: `${OWN}/addFormLink`,
  input: z.strictObject({
    id,
    /** Absent: until it is withdrawn. */
    expireTime: optional(wireTime),
    /** Entries that come by it; absent: as many as come. */
    maxEntries: optional(whole(1, 1_000_000)),
  }),
  output: z.strictObject({ linkId: z.string(), url: z.string() }),
})

/** The links of a form, without their addresses. */
export const queryFormLink = contract({
  method: 'GET',
  path: `${OWN}/queryFormLink`,
  input: z.object({ id }),
  output: z.array(
    z.strictObject({
      linkId: z.string(),
      createTime: z.string(),
      /** Empty where it does not expire. */
      expireTime: z.string(),
      isExpired: z.boolean(),
      maxEntries: z.nullable(z.int()),
      /** Entries that came by it. */
      entries: z.int(),
    }),
  ),
})
export type FormLink = OutputOf<typeof queryFormLink>[number]

/** From then on its address leads nowhere. */
export const deleteFormLink = contract({ method: 'POST', path: `${OWN}/deleteFormLink`, input: z.strictObject({ linkId: id }) })

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** The form behind a link: its newest version, without the fields that only some roles see. */
export const openFormLink = contract({
  method: 'POST',
  path: `${PATH}/openFormLink`,
  input: z.strictObject({ token }),
  output: z.strictObject({
    formDescription: z.string(),
    formVersion: z.int(),
    definition,
    /** Ids of the fields that may be written. */
    writable: z.array(z.string()),
    /** The tenant's, and its clock. */
    zone: z.string(),
    now: at,
    /** Of the dictionaries that the fields name, by type. */
    dictionaries: z.record(z.string(), z.array(z.strictObject({ value: z.string(), label: z.string() }))),
  }),
})
export type OpenedForm = OutputOf<typeof openFormLink>

/** Sends an entry. The image with characters to copy (`generateImageCaptcha`) is asked for once for each entry. */
export const submitFormLink = contract({
  method: 'POST',
  path: `${PATH}/submitFormLink`,
  input: z.strictObject({ token, formVersion: versionNumber, data: entryData, charCaptcha: z.optional(captchaText), key: captchaKey }),
  output: z.strictObject({ entryNumber: z.int() }),
})

/** Brings a file for a field, before the entry is sent; what is not sent is thrown away after a day. */
export const uploadFormLinkFile = contract({
  method: 'POST',
  path: `${PATH}/uploadFormLinkFile`,
  send: 'parts',
  input: z.object({ token, field: z.string().check(z.maxLength(16)) }),
  output: z.strictObject({ id: z.string(), name: z.string(), size: z.int(), mediaType: z.string() }),
})
