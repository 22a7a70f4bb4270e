/** Where screens show: what players say of themselves, and the list of it. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/links.ts'
import { queryScreen } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { assertOwnScreen } from '../shared/own-screen.ts'
import { BUILD } from './build.ts'
import './tables.ts'

/** A player says once a minute that it is there; one that has missed it twice is gone. */
const GONE_AFTER = '2 minutes'
/** Displays that are listed after they were last seen. */
const LISTED = '7 days'
const MAX_LISTED = 500
/** Of one session: somebody may have as many pages open. */
const MAX_OF_SESSION = 20

/** The condition that a row of screen_displays, under this alias, is of a display that shows its screen now. */
export const isShowing = (alias: string) => sql<boolean>`${sql.ref(`${alias}.seen_at`)} > now() - ${sql.lit(GONE_AFTER)}::interval`

export const reportScreenDisplay = implement(contract.reportScreenDisplay, {
  access: 'signed-in',
  allowedWith: ['screen'],
  unlogged: true,
  summary: 'Tell where a screen shows; answers with the version that is published now, and with what is built of the web',
  of: screens,
  handle: ({ caller, input, inTenant, request }) => {
    if (!mayCall(caller, queryScreen.path)) fail('permission.denied')
    assertOwnScreen(caller, input.id)
    return inTenant(async (tx) => {
      const screen = await tx.first(
        build.selectFrom('screens').select('screen_version').where('id', '=', input.id).where('screen_status', '=', 1),
      )
      if (!screen || screen.screen_version === 0) return fail('row.not-found')
      const { id: screen_id, display, width, height, pixelRatio: pixel_ratio, screenVersion: screen_version } = input
      const now = {
        address: request.ip,
        width,
        height,
        pixel_ratio,
        screen_version,
        frames_per_second: input.framesPerSecond ?? null,
        seen_at: sql<Date>`now()`,
      }
      // The session of a link is one display, whatever it calls itself.
      const known = caller.screen
        ? await tx.run(build.updateTable('screen_displays').set(now).where('session_id', '=', caller.sessionId))
        : 0
      if (known === 0) await store(tx, caller, { screen_id, display, ...now })
      return { screenVersion: screen.screen_version, build: BUILD }
    })
  },
})

interface Said {
  readonly screen_id: string
  readonly display: string
  readonly address: string
  readonly width: number
  readonly height: number
  readonly pixel_ratio: number
  readonly screen_version: number
  readonly frames_per_second: number | null
  readonly seen_at: RawBuilder<Date>
}

async function store(tx: Transaction, { tenantId, sessionId, userId, screen }: Caller, said: Said): Promise<void> {
  const { screen_id, display, ...now } = said
  await tx.run(
    build
      .insertInto('screen_displays')
      .values({ tenant_id: tenantId, id: newId(), session_id: sessionId, link_id: screen?.linkId ?? null, screen_id, display, ...now })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'session_id', 'screen_id', 'display']).doUpdateSet(now)),
  )
  // The same browser before its owner signed in anew; and no session leaves more behind than it can have open.
  await tx.run(
    build
      .deleteFrom('screen_displays')
      .where('link_id', 'is', null)
      .where((where) =>
        where.or([
          where.and([
            where('screen_id', '=', screen_id),
            where('display', '=', display),
            where('session_id', 'in', where.selectFrom('sessions').select('id').where('user_id', '=', userId).where('id', '!=', sessionId)),
          ]),
          where(
            'id',
            'in',
            where
              .selectFrom('screen_displays')
              .select('id')
              .where('session_id', '=', sessionId)
              .orderBy('seen_at', 'desc')
              .orderBy('id', 'desc')
              .limit(1000)
              .offset(MAX_OF_SESSION),
          ),
        ]),
      ),
  )
}

export const queryScreenDisplay = implement(contract.queryScreenDisplay, {
  access: 'granted',
  summary: 'Where a screen shows, and where it did within a week: through links, and to people who are signed in',
  of: screens,
  handle: ({ input: { id }, inTenant }) =>
    inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('screens').select('id').where('id', '=', id)))) fail('row.not-found')
      const rows = await tx.all(
        build
          .selectFrom('screen_displays as shown')
          .leftJoin('screen_links as link', (on) =>
            on.onRef('link.tenant_id', '=', 'shown.tenant_id').onRef('link.id', '=', 'shown.link_id'),
          )
          .select([
            'shown.id',
            'link_name',
            'address',
            'width',
            'height',
            'pixel_ratio',
            'screen_version',
            'frames_per_second',
            sql<number>`floor(extract(epoch from seen_at) * 1000)::float8`.as('seen'),
          ])
          .where('shown.screen_id', '=', id)
          .where('seen_at', '>', sql<Date>`now() - ${sql.lit(LISTED)}::interval`)
          .orderBy('seen_at', 'desc')
          .orderBy('shown.id')
          .limit(MAX_LISTED),
      )
      return {
        list: rows.map((row) => ({
          id: row.id,
          linkName: row.link_name,
          address: row.address,
          width: row.width,
          height: row.height,
          pixelRatio: row.pixel_ratio,
          screenVersion: row.screen_version,
          framesPerSecond: row.frames_per_second,
          seenAt: row.seen,
        })),
      }
    }),
})
