/** The engine of processes as the rest of the product sees it (docs/decisions/0123-processes-as-rows.md). */
import type { MigrationFault } from '../../model/workflow/core/migrate.ts'
import type { ProcessNode } from '../../model/workflow/core/graph.ts'
import type { TenantId } from '../../model/brands.ts'
import type { Variable } from '../../model/workflow/variables.ts'
import type { WorkHandlers } from '../kernel/runtime/scheduler-runner.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { CallbackAsk } from './callback.ts'
import { answerCall, callOfToken } from './callback.ts'
import type { BesideAsk, CopyAsk } from './copies.ts'
import { copy, copyByModel } from './copies.ts'
import type { ConsultAsk, OpinionAsk } from './consultations/consult.ts'
import { consult, giveOpinion, withdrawConsultation } from './consultations/consult.ts'
import type { Occurrence } from './deliver.ts'
import { deliver } from './deliver.ts'
import { workHandlers } from './due.ts'
import { openDefinitions } from './engine/definitions.ts'
import { openProcessInvalidation } from './engine/invalidation.ts'
import type { Actor, EngineParts, Person } from './engine/parts.ts'
import type { Done } from './engine/run.ts'
import { asServer } from './engine/run.ts'
import type { Recurrence, Returned } from './begun-by.ts'
import { endUnlessBegun, noteAgain } from './begun-by.ts'
import type { HoldAsk } from './holds.ts'
import { hold, removeKeptLongEnough } from './holds.ts'
import type { CancelAsk, IncidentAsk, InstanceAsk, MigrateAsk } from './manage.ts'
import { activate, cancel, migrate, resolveIncident, suspend, terminate } from './manage.ts'
import type { ChangeAsk, JumpAsk, PassageAsk, ReviveAsk } from './manage-moves.ts'
import { changeVariables, jump, jumpTargetsOf, revive, reviveTargetsOf } from './manage-moves.ts'
import type { OccurAsk } from './manage-waits.ts'
import { occurByHand } from './manage-waits.ts'
import { candidacyOf } from './people/candidates.ts'
import { mayStart } from './people/may-start.ts'
import { whoIsAsked } from './people/who-is-asked.ts'
import type { Stranded } from './strand/recheck.ts'
import type { AskedFirst } from './picks.ts'
import { askedAt, askedFirst } from './picks.ts'
import { RECHECK, recheckTasks } from './strand/recheck.ts'
import { ABSENCE, standIn } from './strand/stand-in.ts'
import { remind } from './remind.ts'
import type { StartAsk, Started } from './start.ts'
import { start, startIn } from './start.ts'
import type { TaskAsk } from './tasks/act.ts'
import { actOnTask } from './tasks/act.ts'
import type { HandOverAllAsk } from './tasks/hand-over-all.ts'
import { handOverAll } from './tasks/hand-over-all.ts'
import { withRepeats } from './tasks/repeat.ts'
import type { ReturnTarget } from './tasks/targets.ts'
import { returnTargetsOf } from './tasks/targets.ts'
import type { WithdrawAsk } from './tasks/withdraw.ts'
import { mayWithdraw, withdraw } from './tasks/withdraw.ts'

export interface Workflow {
  /** Starts an instance. Without a user it is the product that does so, and nobody asks whether it may. @throws Failure */
  start(actor: Actor, ask: StartAsk): Promise<Started>
  /** The same within a transaction that sees the whole tenant. */
  startIn(tx: Transaction, actor: Actor, ask: StartAsk): Promise<Started>
  /** Notes that what began an instance has happened again; false where the instance is over. In a transaction that sees the whole tenant. */
  noteAgain(tx: Transaction, recurrence: Recurrence): Promise<boolean>
  /** Ends an instance as `returned` unless somebody has begun to work on it, or it is suspended; gives what became of it. */
  endUnlessBegun(tx: Transaction, instanceId: string): Promise<Returned>
  /** Among whom the person picks who starts the process with these variables, or who would be asked first; nothing where that cannot be said, or there is no such process. */
  askedFirst(person: Person, definitionId: string, variables: ReadonlyMap<string, Variable>): Promise<AskedFirst | undefined>
  /** Among whom whoever does a task picks somebody for a task that comes next: ids of users. Whether the task is theirs is asked before. */
  askedAt(person: Person, taskId: string, node: string): Promise<readonly string[]>
  /** Does something to a task; who may is decided by who is asked. @throws Failure */
  act(person: Person, ask: TaskAsk): Promise<Done>
  /** Takes back what the person has decided, while nothing that came of it was acted on or sent outside. @throws Failure */
  withdraw(person: Person, ask: WithdrawAsk): Promise<Done>
  /** Whether they could now. In a transaction that sees the whole tenant, and may be one that only reads. */
  mayWithdraw(tx: Transaction, person: Person, taskId: string): Promise<boolean>
  /** Earlier tasks to which whoever has the task can go back. */
  returnTargets(person: Person, taskId: string): Promise<readonly ReturnTarget[]>
  suspend(person: Person, ask: InstanceAsk): Promise<Done>
  activate(person: Person, ask: InstanceAsk): Promise<Done>
  terminate(person: Person, ask: InstanceAsk): Promise<Done>
  /** Hands tasks of somebody over to somebody else; gives how many, and how many rules keep from them. */
  handOverAll(person: Person, ask: HandOverAllAsk): Promise<{ changed: number; left: number }>
  /** Sends people a copy; gives how many had none. */
  copy(person: Person, ask: CopyAsk): Promise<number>
  /** Asks people for their opinions on a task that the person has; gives how many were not being asked yet. */
  consult(person: Person, ask: ConsultAsk): Promise<number>
  giveOpinion(person: Person, ask: OpinionAsk): Promise<void>
  withdrawConsultation(person: Person, ask: Pick<OpinionAsk, 'id'>): Promise<void>
  /** Reminds whoever the open tasks wait for, each once in ten minutes; gives of how many. */
  remind(person: Person, ask: BesideAsk): Promise<number>
  /** Whoever started it ends it. */
  cancel(person: Person, ask: CancelAsk): Promise<Done>
  resolveIncident(person: Person, ask: IncidentAsk): Promise<Done>
  /** The nodes to which what goes on at a passage can be moved. */
  jumpTargets(person: Person, ask: PassageAsk): Promise<readonly ProcessNode[]>
  jump(person: Person, ask: JumpAsk): Promise<Done>
  /** The tasks from which an instance that is over can go on, by their nodes. */
  reviveTargets(person: Person, ask: InstanceAsk): Promise<readonly string[]>
  revive(person: Person, ask: ReviveAsk): Promise<Done>
  /** Has an instance kept, or lets it go; gives whether that was otherwise before. */
  hold(person: Person, ask: HoldAsk): Promise<boolean>
  /** Removes instances that have been over for longer than their category is kept. */
  removeKeptLongEnough(): Promise<number>
  changeVariables(person: Person, ask: ChangeAsk): Promise<Done>
  /** Lets happen by hand what an instance waits for. */
  occur(person: Person, ask: OccurAsk): Promise<Done>
  /** Gives what keeps it from being moved. */
  migrate(person: Person, ask: MigrateAsk): Promise<readonly MigrationFault[]>
  /** Gives how many instances wait for it, and begin with it; each goes on by work of its own. */
  deliverMessage(tenantId: TenantId, message: Occurrence): Promise<number>
  /** The call for whose answer a token stands; nothing where there is none. */
  callOfToken(token: string): Promise<{ readonly id: string; readonly tenantId: TenantId } | undefined>
  /** Lets a process go on with an answer that came later. @throws Failure `process.callback`, `process.variable` */
  answerCall(ask: CallbackAsk): Promise<void>
  deliverSignal(tenantId: TenantId, signal: Omit<Occurrence, 'correlation'>): Promise<number>
  /** Instances of all tenants that nothing leads on, by the look that this server takes each minute. There must be none. */
  readonly stranded: Stranded
  readonly handlers: WorkHandlers
  stop(): void
}

/** Returns the engine. Nothing of an instance is kept in memory between two steps, so a second server needs nothing. */
export function openWorkflow(given: Omit<EngineParts, 'definitions' | 'pageInvalidation' | 'people' | 'copyByModel'>): Workflow {
  const parts: EngineParts = {
    ...given,
    people: { whoIsAsked, candidacyOf, mayStart },
    copyByModel,
    definitions: openDefinitions(),
    pageInvalidation: openProcessInvalidation(given.transactions, given.invalidations, given.clock),
  }
  const inTenant = <Result>(tenantId: TenantId, work: (tx: Transaction) => Promise<Result>) =>
    given.transactions.inTenant({ tenantId }, work)
  return {
    start: (actor, ask) => start(parts, actor, ask),
    startIn: (tx, actor, ask) => startIn(tx, parts, actor, ask),
    noteAgain: (tx, recurrence) => noteAgain(tx, parts, recurrence),
    endUnlessBegun: (tx, instanceId) => endUnlessBegun(tx, parts, instanceId),
    askedFirst: (person, definitionId, variables) =>
      given.transactions.inTenant(asServer(person), async (tx) => {
        const definition = await parts.definitions.find(tx, definitionId)
        return definition && askedFirst(tx, parts, person, definition, variables)
      }),
    askedAt: (person, taskId, node) => given.transactions.inTenant(asServer(person), (tx) => askedAt(tx, parts, taskId, node)),
    act: (person, ask) => withRepeats(() => actOnTask(parts, person, ask)),
    withdraw: (person, ask) => withRepeats(() => withdraw(parts, person, ask)),
    mayWithdraw: (tx, person, taskId) => mayWithdraw(tx, parts, person, taskId),
    returnTargets: (person, taskId) => returnTargetsOf(parts, person, taskId),
    suspend: (person, ask) => suspend(parts, person, ask),
    activate: (person, ask) => activate(parts, person, ask),
    terminate: (person, ask) => terminate(parts, person, ask),
    handOverAll: (person, ask) => handOverAll(parts, person, ask),
    copy: (person, ask) => copy(parts, person, ask),
    consult: (person, ask) => consult(parts, person, ask),
    giveOpinion: (person, ask) => giveOpinion(parts, person, ask),
    withdrawConsultation: (person, ask) => withdrawConsultation(parts, person, ask),
    remind: (person, ask) => remind(parts, person, ask),
    cancel: (person, ask) => withRepeats(() => cancel(parts, person, ask)),
    resolveIncident: (person, ask) => resolveIncident(parts, person, ask),
    jumpTargets: (person, ask) => jumpTargetsOf(parts, person, ask),
    jump: (person, ask) => jump(parts, person, ask),
    reviveTargets: (person, ask) => reviveTargetsOf(parts, person, ask),
    revive: (person, ask) => revive(parts, person, ask),
    hold: (person, ask) => hold(parts, person, ask),
    removeKeptLongEnough: () => removeKeptLongEnough(parts),
    changeVariables: (person, ask) => changeVariables(parts, person, ask),
    occur: (person, ask) => occurByHand(parts, person, ask),
    migrate: (person, ask) => migrate(parts, person, ask),
    deliverMessage: (tenantId, message) => inTenant(tenantId, (tx) => deliver(tx, parts, tenantId, 'message', message)),
    deliverSignal: (tenantId, signal) => inTenant(tenantId, (tx) => deliver(tx, parts, tenantId, 'signal', signal)),
    callOfToken: (token) => callOfToken(parts, token),
    answerCall: (ask) => withRepeats(() => answerCall(parts, ask)),
    stranded: { count: 0 },
    handlers: { ...workHandlers(parts), [RECHECK]: recheckTasks(parts), [ABSENCE]: standIn(parts) },
    stop: parts.pageInvalidation.stop,
  }
}
