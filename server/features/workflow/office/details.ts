/** An instance as its starter, those who took part, and those who were sent a copy see it. For all others it does not exist. */
import * as contract from '../../../../model/contract/workflow/office.ts'
import type { ProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import { processInstances } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { beyondRows, drawnAlone, mayLook } from '../../../workflow/index.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import type { Rights } from '../shared/process-form.ts'
import { filledForm, formOfDefinition, processForm, storedEntry } from '../shared/process-form.ts'
import { maybeWireTimeOf, wireTimeOf } from '../shared/seen-instance.ts'
import { recordOf } from '../shared/task-details.ts'
import { subjectInOwnRows } from '../shared/subject.ts'
import { trackOf } from '../shared/track.ts'
import type { Viewer } from '../shared/viewer.ts'
import { rightsOfViewer, viewerOf } from '../shared/viewer.ts'
import { myProcesses } from './my-processes.ts'

export const queryMyProcessDetails = implement(contract.queryMyProcessDetails, {
  access: 'signed-in',
  of: processInstances,
  summary: 'An instance with its form, its diagram, what was done, and who was sent a copy, for whoever has to do with it',
  async handle(call) {
    const { input, caller, services } = call
    const { processInstanceId: id } = input
    const details = await services.transactions.inTenant(
      beyondRows(caller),
      async (tx) => {
        const { viewer, definitionId, rights, isGoingOn } = await lookedAt(tx, caller, id)
        const [process] = await myProcesses(tx, caller, [id])
        if (!process) return fail('row.not-found')
        const record = await recordOf(tx, caller, id)
        return {
          process,
          isMine: viewer.isStarter,
          form: await formOfInstance(tx, caller, { id, definitionId, rights }),
          track: await personalTrack(tx, caller, id),
          record: record.list,
          recordEarlier: record.earlier,
          copies: await copiesOf(tx, caller, id),
          acts: actsOn(isGoingOn, viewer),
        }
      },
      'read',
    )
    return { ...details, track: { ...details.track, subject: await subjectInOwnRows(call, details.track) } }
  },
})

/** What the caller has to do with an instance, and what of its form they see. @throws Failure `row.not-found` for whoever it does not concern */
export async function lookedAt(
  tx: Transaction,
  caller: Caller,
  id: string,
): Promise<{ readonly viewer: Viewer; readonly definitionId: string; readonly rights: Rights; readonly isGoingOn: boolean }> {
  const row = await tx.first(
    build.selectFrom('process_instances').select(['definition_id', 'instance_state', 'outcome']).where('id', '=', id),
  )
  if (!row || !(await mayLook(tx, caller, id))) return fail('row.not-found')
  const [viewer, { model }] = await Promise.all([viewerOf(tx, caller, id), drawnDefinition(tx, row.definition_id)])
  const isGoingOn = row.outcome === null && row.instance_state !== 'suspended'
  return { viewer, definitionId: row.definition_id, rights: rightsOfViewer(viewer, model), isGoingOn }
}

interface Shown {
  readonly id: string
  readonly definitionId: string
  readonly rights: Rights
  readonly isWritten?: boolean
}

/** The form of an instance as it stands now; nothing where it has none. */
export async function formOfInstance(
  tx: Transaction,
  caller: Caller,
  { id, definitionId, rights, isWritten = false }: Shown,
): Promise<contract.FilledForm | null> {
  const used = await formOfDefinition(tx, definitionId)
  if (!used) return null
  const form = await processForm(tx, caller, used, rights)
  return filledForm(tx, caller, form, await storedEntry(tx, form.definition, id), isWritten)
}

/** How far it is, on a diagram without what its settings say about fields and people. What it is of is to be asked again in the caller's own rows ({@link subjectInOwnRows}). */
export async function personalTrack(tx: Transaction, caller: Caller, id: string): Promise<ProcessTrack> {
  const track = await trackOf(tx, caller, processInstances, id)
  return { ...track, xml: drawnAlone(track.xml) }
}

/** Who was sent a copy of an instance, by whom and when, the first one first; without names for whoever does not see those of users. */
export async function copiesOf(tx: Transaction, caller: Caller, id: string) {
  const rows = await tx.all(
    build
      .selectFrom('process_copies as copy')
      .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'copy.tenant_id').onRef('person.id', '=', 'copy.user_id'))
      .leftJoin('users as sender', (on) => on.onRef('sender.tenant_id', '=', 'copy.tenant_id').onRef('sender.id', '=', 'copy.sent_by'))
      .select([personIn(caller, 'person').as('person'), personIn(caller, 'sender').as('sender')])
      .select([wireTimeOf('copy.sent_at').as('sentTime'), maybeWireTimeOf('copy.read_at').as('readTime')])
      .where('copy.instance_id', '=', id)
      .orderBy('copy.sent_at')
      .orderBy('copy.id')
      .limit(500),
  )
  const namesPeople = seesPeople(caller)
  return rows.map((row) => ({ ...row, person: namesPeople ? row.person : null, sender: namesPeople ? row.sender : null }))
}

/** What can be done with it now: who may do it and when is asked again when it is done. */
function actsOn(isGoingOn: boolean, { isStarter, nodes }: Viewer): contract.MyProcessDetails['acts'] {
  const takesPart = isStarter || nodes.size > 0
  const can: Readonly<Record<contract.MyProcessDetails['acts'][number], boolean>> = {
    cancel: isStarter && isGoingOn,
    remind: takesPart && isGoingOn,
    copy: takesPart,
    print: true,
    'start-again': isStarter,
  }
  return contract.PROCESS_ACTS.filter((act) => can[act])
}
