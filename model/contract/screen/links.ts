/** Links by which a display without an account shows one screen (docs/decisions/0209-links-of-screens.md). */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { defaulted, lineOf, moment, optional, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/screen/link'
const at = z.number()
/** As it is typed: it opens one link and no account. */
const secretText = z.string().check(z.refine((text) => !text.includes('\u0000') && text.isWellFormed()))
const displayName = z.string().check(z.regex(/^[\w-]{8,36}$/))

export const MAX_LINK_DAYS = 366
export const USUAL_LINK_DAYS = 30
export const MAX_NETWORKS = 20
/** Of a screen, that are good still. */
export const MAX_SCREEN_LINKS = 50
export const MAX_LINK_DISPLAYS = 100

const link = z.strictObject({
  id: z.string(),
  linkName: z.string(),
  roleId: z.string(),
  roleName: z.nullable(z.string()),
  hasPassword: z.boolean(),
  networks: z.array(z.string()),
  mostDisplays: z.int(),
  displays: z.int(),
  expiresAt: at,
  createdBy: z.nullable(z.string()),
  createTime: at,
  revokedAt: z.nullable(at),
})
export type ScreenLink = z.output<typeof link>

export const queryScreenLink = contract({
  method: 'GET',
  path: `${PATH}/queryScreenLink`,
  input: z.object({ id }),
  output: z.strictObject({
    list: z.array(link),
    /** In which the caller may make one: those that they have and that show screens. */
    roles: z.array(z.strictObject({ id: z.string(), roleName: z.string() })),
  }),
})

/** The token is told this once; it stands behind `#` in the address, so that no server writes it down. */
export const addScreenLink = contract({
  method: 'POST',
  path: `${PATH}/addScreenLink`,
  input: z.strictObject({
    id,
    linkName: lineOf(64),
    roleId: id,
    password: optional(secretText.check(z.minLength(6), z.maxLength(64))),
    networks: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MAX_NETWORKS))),
    mostDisplays: defaulted(whole(1, MAX_LINK_DISPLAYS), 1),
    expiresAt: optional(moment),
  }),
  output: z.strictObject({ id: z.string(), token: z.string() }),
})

/** It goes dark on each display at once. */
export const deleteScreenLink = contract({ method: 'POST', path: `${PATH}/deleteScreenLink`, input: z.strictObject({ id }) })

/** Where a screen shows: through links, and by people who are signed in. */
export const queryScreenDisplay = contract({
  method: 'GET',
  path: `${PATH}/queryScreenDisplay`,
  input: z.object({ id }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        linkName: z.nullable(z.string()),
        address: z.string(),
        width: z.int(),
        height: z.int(),
        pixelRatio: z.number(),
        screenVersion: z.int(),
        framesPerSecond: z.nullable(z.number()),
        seenAt: at,
      }),
    ),
  }),
})
export type ScreenDisplay = OutputOf<typeof queryScreenDisplay>['list'][number]

/** Public: exchanges the token of a link for a session that may show its screen and nothing else. */
export const openScreenLink = contract({
  method: 'POST',
  path: `${PATH}/openScreenLink`,
  input: z.strictObject({
    token: z.string().check(z.minLength(20), z.maxLength(128)),
    password: optional(secretText.check(z.maxLength(64))),
    /** What the browser calls itself: one that is loaded anew takes its own place, and not another one. */
    display: optional(displayName),
  }),
  output: z.strictObject({ accessToken: z.string(), screenId: z.string(), expiresAt: at, language: z.string(), zone: z.string() }),
})

/** What a player says of itself, each minute. Answers with the newest published version, and with what is built of the web (a new one is loaded). */
export const reportScreenDisplay = contract({
  method: 'POST',
  path: `${PATH}/reportScreenDisplay`,
  input: z.strictObject({
    id,
    display: displayName,
    width: whole(1, 100_000),
    height: whole(1, 100_000),
    pixelRatio: z.number().check(z.minimum(0.1), z.maximum(16)),
    screenVersion: whole(1, 1_000_000),
    framesPerSecond: z.optional(z.number().check(z.minimum(0), z.maximum(1000))),
  }),
  output: z.strictObject({ screenVersion: z.int(), build: z.string() }),
})
