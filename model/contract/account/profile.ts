/** What everybody signed in keeps about themselves. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { users } from '../../organisation/users.ts'
import { contract } from '../contract.ts'

const at = <Name extends string>(name: Name) => `/account/sysuserdetail/${name}` as const
const { nickname, email, prefix, mobile, phone, address, profile, provinceRegionCode, cityRegionCode } = users.fields

/** What is not named stays as it is; an empty text clears what need not be there. */
const clearable = (check: z.ZodMiniType<string>) =>
  z.optional(
    z.pipe(
      z.transform((given: unknown): unknown => (given === null ? '' : given)),
      z.union([z.literal(''), check]) as z.ZodMiniType<string>,
    ),
  )

/** Whose it is, for clients that send it along: one's own, or the call is refused. */
const ownId = z.optional(z.string().check(z.trim(), z.maxLength(64)))

export const updateSysUserDetail = contract({
  method: 'PUT',
  path: at('updateSysUserDetail'),
  input: z.strictObject({
    id: ownId,
    nickname: z.optional(nickname.check),
    email: z.optional(email.check),
    prefix: z.optional(prefix.check),
    mobile: z.optional(mobile.check),
    phone: clearable(phone.check),
    address: clearable(address.check),
    profile: clearable(profile.check),
    provinceRegionCode: clearable(provinceRegionCode.check),
    cityRegionCode: clearable(cityRegionCode.check),
  }),
})

/** Of which a new one counts once the code that was sent there has come back. */
export const CONTACTS = ['email', 'mobile'] as const
export type ContactKind = (typeof CONTACTS)[number]

const contact = z.enum(CONTACTS)
const pending = z.strictObject({ contact, address: z.string() })

export type PendingContact = z.output<typeof pending>

export const queryPendingContact = contract({
  method: 'GET',
  path: at('queryPendingContact'),
  input: z.strictObject({}),
  output: z.array(pending),
})

/** Named `otp` like the other codes: that is left out of the log. */
export const confirmContact = contract({
  method: 'PUT',
  path: at('confirmContact'),
  input: z.strictObject({ contact, otp: z.string().check(z.trim(), z.maxLength(40)) }),
})

const place = { value: z.string(), label: z.string() }

export const queryPlace = contract({
  method: 'GET',
  path: at('queryPlace'),
  output: z.array(z.strictObject({ ...place, children: z.array(z.strictObject(place)) })),
})

/** Whose picture: one's own, or that of somebody whom one may change. */
const pictured = z.strictObject({ id: ownId })

/** Answers with the address of the picture. */
export const uploadAvatar = contract({
  method: 'POST',
  path: at('uploadAvatar'),
  send: 'parts',
  input: pictured,
  output: z.string(),
})

export const deleteAvatar = contract({ method: 'POST', path: at('deleteAvatar'), input: pictured })

/** Answers with the picture. */
export const queryAvatar = contract({ method: 'GET', path: at('queryAvatar'), input: z.object({ id }) })

export const querySession = contract({
  method: 'GET',
  path: at('querySession'),
  output: z.array(
    z.strictObject({
      id: z.string(),
      address: z.string(),
      browser: z.string(),
      signInTime: z.string(),
      lastSeenTime: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
})

export const deleteSession = contract({ method: 'POST', path: at('deleteSession'), input: z.strictObject({ id }) })

export const deleteOtherSessions = contract({
  method: 'POST',
  path: at('deleteOtherSessions'),
  input: z.strictObject({}),
  output: z.strictObject({ ended: z.int() }),
})
