/** "Why?": the chain that allows or denies something to somebody, and who has it. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { SCOPE_KINDS } from '../../row-scope.ts'
import { SCOPED_TABLES } from '../../scoped-nouns.ts'
import { pageInput, pageOf } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

/** What can be asked about. */
export const KINDS = ['menu', 'button', 'url', 'field'] as const
export type Kind = (typeof KINDS)[number]

/** Why somebody may or may not; the words are the labels `why.reason.<reason>`. */
export const REASONS = [
  'granted',
  'shown',
  'open-to-all',
  'user-disabled',
  'tenant-unusable',
  'no-role',
  'not-granted',
  'hidden',
  'outside-package',
  'platform-only',
  'menu-off',
  'menu-not-granted',
  'call-not-granted',
  'withheld',
] as const
export type Reason = (typeof REASONS)[number]

/** In the order in which the server asks; the words are the labels `why.step.<step>.ok` and `.no`. */
export const STEPS = ['user', 'tenant', 'catalogue', 'package', 'roles', 'menu', 'call', 'fields'] as const
const step = z.strictObject({ step: z.enum(STEPS), ok: z.boolean() })
export type Step = Readonly<z.output<typeof step>>

/** Of the places that a role names, so many are told by their names. */
export const MAX_PLACES = 5

const kind = z.enum(KINDS)
const scopedTable = z.enum(['', ...SCOPED_TABLES])
/** A menu's code, a URL's path, `menuCode:button` or `menuCode:field`. */
const item = z.string().check(z.trim(), z.minLength(1), z.maxLength(512))

export const queryWhy = contract({
  method: 'GET',
  path: '/admin/why/queryWhy',
  input: z.object({ userId: id, kind, item }),
  output: z.strictObject({
    user: z.strictObject({ id: z.string(), username: z.string(), nickname: z.string() }),
    kind,
    item: z.string(),
    verdict: z.enum(['allowed', 'denied']),
    reason: z.enum(REASONS),
    steps: z.array(step),
    roles: z.array(
      z.strictObject({
        id: z.string(),
        roleCode: z.string(),
        roleName: z.string(),
        isDirect: z.boolean(),
        posts: z.array(z.strictObject({ postCode: z.string(), postName: z.string(), inUse: z.boolean() })),
        isActive: z.boolean(),
        effect: z.enum(['grants', 'grants-not', 'outside-package', 'hides', 'shows', 'no-say']),
        /**
         * Which rows the role sees: of everything, and of what differs; how many organisations, projects and sites it names, and what the first of them are
         * called, as far as the caller sees that.
         */
        scopes: z.array(
          z.strictObject({
            table: scopedTable,
            kind: z.enum(SCOPE_KINDS),
            named: z.int(),
            places: z.array(z.string()).check(z.maxLength(MAX_PLACES)),
          }),
        ),
      }),
    ),
    /** Calls behind a button or field. */
    calls: z.array(z.string()),
  }),
})

export type Answer = OutputOf<typeof queryWhy>

export const queryHolders = contract({
  method: 'GET',
  path: '/admin/why/queryHolders',
  input: z.object({ kind: z.enum(['menu', 'url']), item, ...pageInput({ size: 10, max: 1000 }) }),
  output: pageOf(z.strictObject({ id: z.string(), username: z.string(), nickname: z.string(), roles: z.array(z.string()) })),
})
