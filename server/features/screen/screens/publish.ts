/** What is published of screens: versions that nobody changes any more (a trigger of the database refuses it). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { disclosedTo, keptScreen, unpublishable } from '../shared/content.ts'
import { allFindings, findingText } from '../shared/findings.ts'
import { authorOf, refuseMeanwhile, versionOf } from './design.ts'

export const publishScreen = implement(contract.publishScreen, {
  access: 'granted',
  summary: 'Publish the draft of a big screen as its next version, which is never changed and which players show from their next turn on',
  of: screens,
  async handle(call) {
    const { input, caller, t } = call
    return call.inTenant(async (tx) => {
      const row = await tx.first(
        build
          .selectFrom('screens')
          .select(['content', 'screen_version'])
          .where('id', '=', input.id)
          .where('version', '=', input.revision)
          .forUpdate(),
      )
      if (!row) return refuseMeanwhile(tx, call, input.id)
      const content = keptScreen(row.content)
      const errorsOf = async (of: typeof content) => (await allFindings(tx, caller, of)).filter(({ level }) => level === 'error')
      if ((await errorsOf(content)).length > 0) {
        const shown = await errorsOf((await disclosedTo(tx, caller, content)).content)
        // What is wrong with figures that they are not told is not theirs to know.
        throw shown.length > 0
          ? unpublishable(shown.map((finding) => ({ ...finding, text: findingText(t, finding) })))
          : new Failure('permission.withheld')
      }
      const screenVersion = row.screen_version + 1
      const json = JSON.stringify(content)
      await tx.run(
        build.insertInto('screen_versions').values({
          tenant_id: caller.tenantId,
          id: newId(),
          screen_id: input.id,
          screen_version: screenVersion,
          content: json,
          sha256: createHash('sha256').update(json).digest('hex'),
          published_by: authorOf(call),
        }),
      )
      const changed = await tx.first(
        build
          .updateTable('screens')
          .set({
            screen_version: screenVersion,
            published_at: sql<Date>`now()`,
            updated_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', input.id)
          .returning('version'),
      )
      await call.services.invalidations.publish(tx, { kind: 'screen-published', tenantId: caller.tenantId, screenId: input.id })
      return { screenVersion, revision: (changed ?? fail('row.not-found')).version }
    })
  },
})

export const queryScreenVersion = implement(contract.queryScreenVersion, {
  access: 'granted',
  summary: 'The published versions of a big screen, the newest first',
  of: screens,
  async handle({ input: { id }, caller, inTenant }) {
    const rows = await inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('screens').select('id').where('id', '=', id)))) fail('row.not-found')
      return tx.all(
        build
          .selectFrom('screen_versions as version')
          .leftJoin('users as person', (on) =>
            on.onRef('person.tenant_id', '=', 'version.tenant_id').onRef('person.id', '=', 'version.published_by'),
          )
          .select(['version.screen_version', 'version.published_at', personIn(caller, 'person').as('who')])
          .where('version.screen_id', '=', id)
          .orderBy('version.screen_version', 'desc'),
      )
    })
    const seesName = seesPeople(caller)
    return rows.map((row) => ({
      screenVersion: row.screen_version,
      publishedBy: seesName ? row.who : null,
      publishedAt: row.published_at.getTime(),
    }))
  },
})

export const queryScreenVersionContent = implement(contract.queryScreenVersionContent, {
  access: 'granted',
  summary: 'What a published version of a big screen says',
  of: screens,
  async handle({ input: { id, screenVersion }, caller, inTenant }) {
    return inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('screens').select('id').where('id', '=', id)))) fail('row.not-found')
      const { content, withheld } = await disclosedTo(tx, caller, await versionOf(tx, id, screenVersion))
      return { screenVersion, content, withheld: [...withheld] }
    })
  },
})
