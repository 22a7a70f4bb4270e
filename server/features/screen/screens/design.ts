/** The draft of a screen: read, saved by one person at a time, begun from a version. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { readScreen } from '../../../../model/screens/read.ts'
import { secondText } from '../../../../model/zone.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { disclosedTo, keptScreen, screenFrom } from '../shared/content.ts'
import { allFindings } from '../shared/findings.ts'
import { usePictures } from '../shared/pictures.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't'>

/** An application that asks for itself is nobody. */
export const authorOf = ({ caller }: Pick<Asking, 'caller'>): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

const draftRow = (id: string) =>
  build
    .selectFrom('screens as screen')
    .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'screen.tenant_id').onRef('person.id', '=', 'screen.saved_by'))
    .select(['screen_name', 'screen.content', 'screen_version', 'screen.version', 'saved_at'])
    .where('screen.id', '=', id)

/** The draft of a screen that the caller sees, with its name. @throws Failure `row.not-found` */
export async function readDesign(tx: Transaction, id: string): Promise<{ readonly name: string; readonly content: ScreenDocument }> {
  const row = (await tx.first(draftRow(id))) ?? fail('row.not-found')
  return { name: row.screen_name, content: keptScreen(row.content) }
}

export const queryScreenDesign = implement(contract.queryScreenDesign, {
  access: 'granted',
  summary: 'The draft of a big screen, with what keeps it from being published. Figures that the caller does not see are withheld',
  of: screens,
  async handle({ input: { id }, caller, inTenant }) {
    return inTenant(async (tx) => {
      const view = viewOf(caller, screens)
      const row = (await tx.first(draftRow(id).select(personIn(caller, 'person').as('who')))) ?? fail('row.not-found')
      const { content, withheld } = await disclosedTo(tx, caller, keptScreen(row.content))
      return {
        id,
        screenName: view.sees('screenName') ? row.screen_name : '',
        screenVersion: view.sees('screenVersion') ? row.screen_version : 0,
        content,
        withheld: [...withheld],
        revision: row.version,
        findings: await allFindings(tx, caller, content),
        savedBy: seesPeople(caller) ? row.who : null,
        savedAt: row.saved_at?.getTime() ?? null,
        mayChange: view.allowed.includes('design'),
        mayPublish: view.allowed.includes('publish'),
      }
    })
  },
})

export const saveScreenDraft = implement(contract.saveScreenDraft, {
  access: 'granted',
  // What figures compare with: who may see those fields, no noun of the log says.
  unloggedInput: ['content'],
  summary: 'Keep the draft of a big screen; refused where somebody else saved it meanwhile',
  of: screens,
  async handle(call) {
    return call.inTenant(async (tx) => {
      const content = screenFrom(call.input.content, call.t, (await readDesign(tx, call.input.id)).content)
      await usePictures(tx, content)
      const { version, saved_at } = await keepDraft(tx, call, call.input, content)
      // Of figures that they are not told they are not told by what is wrong with them, either.
      const shown = await disclosedTo(tx, call.caller, content)
      return { revision: version, savedAt: saved_at.getTime(), findings: await allFindings(tx, call.caller, shown.content) }
    })
  },
})

export const restoreScreenVersion = implement(contract.restoreScreenVersion, {
  access: 'granted',
  summary: 'Make a published version of a big screen its draft again',
  of: screens,
  async handle(call) {
    return call.inTenant(async (tx) => {
      const content = await versionOf(tx, call.input.id, call.input.screenVersion)
      return { revision: (await keepDraft(tx, call, call.input, content)).version }
    })
  },
})

/** What a version says. The caller sees the screen. @throws Failure `row.not-found` */
export async function versionOf(tx: Transaction, id: string, screenVersion: number): Promise<ScreenDocument> {
  const row = await tx.first(
    build.selectFrom('screen_versions').select('content').where('screen_id', '=', id).where('screen_version', '=', screenVersion),
  )
  return readScreen((row ?? fail('row.not-found')).content)
}

interface Revision {
  readonly id: string
  readonly revision: number
}

async function keepDraft(tx: Transaction, asking: Asking, { id, revision }: Revision, content: ScreenDocument) {
  const kept = await tx.first(
    build
      .updateTable('screens')
      .set({
        content: JSON.stringify(content),
        saved_by: authorOf(asking),
        saved_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .where('version', '=', revision)
      .returning(['version', sql<Date>`saved_at`.as('saved_at')]),
  )
  return kept ?? refuseMeanwhile(tx, asking, id)
}

/** Says who saved meanwhile and when. @throws Failure `screen.saved-meanwhile`, `row.not-found` */
export async function refuseMeanwhile(tx: Transaction, { caller, t }: Asking, id: string): Promise<never> {
  const row = (await tx.first(draftRow(id).select(personIn(caller, 'person').as('who')))) ?? fail('row.not-found')
  const savedBy = seesPeople(caller) ? row.who : null
  const savedAt = row.saved_at?.getTime() ?? null
  const user = savedBy ?? t('error.screen.saved-by-somebody')
  const time = savedAt === null ? '' : secondText(await tx.timeZone(), savedAt)
  return fail('screen.saved-meanwhile', { values: { user, time }, more: { savedBy, savedAt, revision: row.version } })
}
