/** An instance of a simulation, act by act. */
import { APPROVED } from '../bpmn/read-approved.ts'
import { readsApproved } from '../check/check-expressions.ts'
import type { Command } from '../core/commands.ts'
import { CommandError, MAX_PASSED } from '../core/commands.ts'
import type { ProcessGraph } from '../core/graph.ts'
import { compileProcess } from '../core/graph.ts'
import { openWork } from '../core/queries.ts'
import { returnTargets } from '../core/return.ts'
import type { Activity, ProcessState, Wait } from '../core/state.ts'
import { NEW_PROCESS } from '../core/state.ts'
import { step } from '../core/step.ts'
import type { TaskSettings } from '../settings.ts'
import { taskSettings } from '../settings.ts'
import type { Asking, OpenTask } from './asked.ts'
import { askedNow, assign, groupOf, weightBy, peopleOf, withVote } from './asked.ts'
import { SimulatedData } from './data.ts'
import { passedBetween } from './passed.ts'
import type { Act, Person, Refusal, Scene, SimulationInput, Notice, Variables } from './scene.ts'
import { Timers, durationAfter, taskDue } from './timers.ts'
import { viewOf } from './view.ts'

/** What goes on by itself after one act. */
const MAX_AUTOMATIC = 300
const NO_SETTINGS = taskSettings.parse({})

class Refused extends Error {
  readonly why: Refusal

  constructor(why: Refusal) {
    super(why)
    this.why = why
  }
}

export class SimulatedInstance {
  readonly #input: SimulationInput
  readonly #graph: ProcessGraph
  readonly #timers: Timers
  /** Whether decisions are kept, as the engine keeps them. */
  readonly #readsApproved: boolean
  #state: ProcessState = NEW_PROCESS
  readonly #data: SimulatedData
  #tasks: ReadonlyMap<number, OpenTask> = new Map()
  #doers: readonly (Asking['doers'][number] & { readonly activity: number })[] = []
  #picked: readonly Person[] | undefined
  #decision: 'approved' | 'rejected' | undefined
  #notices: Notice[] = []

  constructor(input: SimulationInput) {
    this.#input = input
    this.#graph = compileProcess(input.model.definition)
    this.#readsApproved = readsApproved(input.model)
    this.#timers = new Timers(input.zone, input.cron)
    this.#data = new SimulatedData(input.now, input.zone, input.variables)
  }

  begin(): Scene {
    return this.#scene(() => this.#do({ do: 'start', at: this.#input.at }))
  }

  act(act: Act): Scene {
    return this.#scene(() => this.#obey(act))
  }

  #scene(obey: () => void): Scene {
    const before = this.#state
    this.#notices = []
    let refused: Refusal | undefined
    try {
      obey()
    } catch (error) {
      if (error instanceof Refused) refused = error.why
      else if (error instanceof CommandError) refused = refusalOf(error)
      else throw error
    }
    return { ...this.#view(), path: passedBetween(this.#graph, before, this.#state), ...(refused ? { refused } : {}) }
  }

  #obey(act: Act): void {
    if (this.#state.outcome !== 'running') throw new Refused('ended')
    if (act.do === 'advance') return this.#advance()
    if (act.do === 'signal') return this.#do({ do: 'signal', name: act.name })
    if (act.do === 'occur') {
      const wait = [...this.#state.waits.values()].find(({ node }) => node === act.node)
      if (!wait) throw new Refused('not-there')
      this.#data.set(act.variables)
      return this.#occur(wait)
    }
    if (act.do === 'answer' || act.do === 'fail') {
      const open = this.#outside().find(({ node }) => node === act.node)
      if (!open) throw new Refused('not-there')
      if (act.do === 'fail') return this.#do({ do: 'fail', activity: open.id, code: act.code })
      return this.#answered(open, act.variables)
    }
    const task = [...this.#tasks.values()].find(({ node, people }) => node === act.node && people.some(({ id }) => id === act.by))
    if (!task) throw new Refused([...this.#tasks.values()].some(({ node }) => node === act.node) ? 'not-asked' : 'not-there')
    const person = askedNow(task, this.#settings(task.node)).find(({ id }) => id === act.by)
    if (!person) throw new Refused('not-asked')
    if (act.do === 'return') return this.#do({ do: 'return', from: task.activity, to: act.to })
    this.#data.set(act.variables)
    this.#picked = act.picks
    const { task: voted, verdict } = withVote(task, this.#settings(task.node), act.by, act.do === 'complete' ? 'approve' : 'reject')
    this.#tasks = new Map(this.#tasks).set(task.activity, voted)
    if (act.do === 'complete') this.#doers = [...this.#doers, { node: task.node, person, activity: task.activity }]
    if (verdict !== 'open') this.#decide(task, verdict)
  }

  #decide(task: OpenTask, verdict: 'approved' | 'rejected'): void {
    this.#decision = verdict
    this.#do(this.#decided(task, verdict))
  }

  /** What follows a decision: it goes on, or a rejection ends the process or leads back to its first task, as the engine does it. */
  #decided({ activity, node }: Pick<OpenTask, 'activity' | 'node'>, verdict: 'approved' | 'rejected'): Command {
    const { whenRejected } = this.#settings(node)
    if (whenRejected === 'go-on' || this.#readsApproved) this.#data.set({ [APPROVED]: { type: 'boolean', value: verdict === 'approved' } })
    if (verdict === 'approved' || whenRejected === 'go-on') return { do: 'complete', activity }
    const first = whenRejected === 'starter' ? returnTargets(this.#graph, this.#state, activity).at(-1) : undefined
    return first ? { do: 'return', from: activity, to: first.node } : { do: 'terminate' }
  }

  /** Does a command, and everything that goes on by itself after it. */
  #do(command: Command): void {
    let next: Command | undefined = command
    let passed = 0
    for (let left = MAX_AUTOMATIC; next; left -= 1) {
      if (left === 0 || passed > MAX_PASSED) {
        this.#notices.push({ node: '', what: 'endless' })
        break
      }
      passed += this.#step(next)
      next = this.#state.outcome === 'running' ? this.#goOn() : undefined
    }
    const broken = this.#timers.follow(this.#graph, this.#state, this.#data.now, (timer) => this.#data.timerText(timer))
    for (const node of broken) this.#notices.push({ node, what: 'timer' })
  }

  /** Does one command; what is thrown is noted, and heard by the instance itself where it is a signal. Gives how much was passed. */
  #step(command: Command): number {
    const { state, thrown, difference } = step(this.#graph, this.#state, command, this.#data.surroundings())
    this.#state = state
    let passed = difference.activities.length
    for (const { node } of thrown) {
      const { trigger } = node
      if (trigger?.on !== 'message' && trigger?.on !== 'signal' && trigger?.on !== 'escalation') continue
      this.#notices.push({ node: node.id, what: trigger.on, text: 'name' in trigger ? trigger.name : trigger.code })
      if (trigger.on !== 'signal' || this.#state.outcome !== 'running') continue
      const stepped = step(this.#graph, this.#state, { do: 'signal', name: trigger.name }, this.#data.surroundings())
      this.#state = stepped.state
      passed += stepped.difference.activities.length
    }
    return passed
  }

  /** What goes on by itself: a service is done, a task that asks nobody is passed, a condition that is waited for holds. */
  #goOn(): Command | undefined {
    const open = openWork(this.#graph, this.#state).filter(({ state }) => state === 'active')
    const isOpen = new Set(open.map(({ id }) => id))
    this.#tasks = new Map([...this.#tasks].filter(([id]) => isOpen.has(id)))
    for (const activity of open) {
      const command = this.#begun(activity)
      if (command) return command
    }
    const wait = [...this.#state.waits.values()].find((one) => this.#holds(one))
    return wait && { do: 'occur', wait: wait.id }
  }

  readonly #known = new Set<number>()

  /** What is done with an activity that has begun, once. */
  #begun(activity: Activity): Command | undefined {
    const { id, node } = activity
    if (this.#known.has(id)) return undefined
    this.#known.add(id)
    const kind = this.#graph.nodes.get(node)?.kind
    if (kind === 'user-task') return this.#assign(activity)
    if (kind === 'call-activity') this.#notices.push({ node, what: 'call', text: this.#input.model.called.get(node)?.process })
    return kind === 'service-task' ? this.#serve(activity) : undefined
  }

  #assign({ id, node }: Activity): Command | undefined {
    const settings = this.#settings(node)
    const found = assign(node, settings, this.#asking())
    if ('instead' in found) {
      this.#notices.push({ node, what: found.instead === 'skipped' ? 'skipped' : 'nobody' })
      const command = this.#decided({ activity: id, node }, found.instead === 'reject' ? 'rejected' : 'approved')
      // Nobody has decided anything, but that it ends by a rejection is what it came to.
      if (command.do === 'terminate') this.#decision = 'rejected'
      return command
    }
    if (found.people.length === 0) this.#notices.push({ node, what: 'nobody' })
    const copies = peopleOf(settings.copies ?? [], this.#asking())
    if (copies.length > 0) this.#notices.push({ node, what: 'copy', people: copies })
    const due = taskDue(settings, this.#data.now, this.#input.zone, this.#input.workingTime)
    const late = (settings.late ?? []).flatMap(({ after }, rule) => {
      const at = due === undefined || after === undefined ? due : durationAfter(after, due, this.#input.zone)
      return at === undefined ? [] : [{ at, rule }]
    })
    const group = settings.group && found.people.length > 0 ? { group: groupOf(found.people, weightBy(settings, this.#asking())) } : {}
    this.#tasks = new Map(this.#tasks).set(id, { activity: id, node, ...found, ...group, due, late })
    return undefined
  }

  /** Variables are set; what brings something from outside waits for an answer, and everything else is noted and goes on. */
  #serve({ id, node }: Activity): Command | undefined {
    const service = this.#input.model.services.get(node)
    if (!service) return undefined
    if (service.do === 'set')
      return this.#data.assign(service.assignments) ? { do: 'complete', activity: id } : { do: 'fail', activity: id }
    const isMessage = service.do === 'notify' || service.do === 'mail'
    this.#notices.push({ node, what: 'service', service, ...(isMessage ? { people: peopleOf(service.to, this.#asking()) } : {}) })
    return service.do === 'http' || 'into' in service ? undefined : { do: 'complete', activity: id }
  }

  #answered({ id, node }: Activity, variables: Variables | undefined): void {
    const call = this.#input.model.called.get(node)
    // Of a called process only what is handed back is known here.
    if (!call) this.#data.set(variables)
    const isAssigned = !call || this.#data.assign(call.back, variables)
    this.#do(isAssigned ? { do: 'complete', activity: id } : { do: 'fail', activity: id })
  }

  #advance(): void {
    const timers = [...this.#state.waits.values()].flatMap((wait) => {
      const due = this.#timers.dueOf(wait)
      return due === undefined ? [] : [{ due, come: () => this.#occur(wait) }]
    })
    const lates = [...this.#tasks.values()].flatMap((task) =>
      task.late.map(({ at, rule }) => ({ due: at, come: () => this.#late(task, rule) })),
    )
    // That a task is late can be seen, whether or not something is done about it.
    const overdue = [...this.#tasks.values()].flatMap(({ node, due }) =>
      due === undefined || due <= this.#data.now ? [] : [{ due, come: () => this.#notices.push({ node, what: 'overdue' }) }],
    )
    const next = [...timers, ...lates, ...overdue].sort((one, other) => one.due - other.due)[0]
    if (!next) throw new Refused('nothing-due')
    this.#data.now = Math.max(this.#data.now, next.due)
    next.come()
  }

  #occur(wait: Wait): void {
    const trigger = this.#graph.nodes.get(wait.node)?.trigger
    const again = trigger?.on === 'timer' && this.#timers.comeAgain(wait, this.#data.timerText(trigger.timer) ?? '')
    this.#do({ do: 'occur', wait: wait.id, again })
  }

  /** What is to be done with a task that is late. */
  #late(task: OpenTask, rule: number): void {
    const settings = this.#settings(task.node)
    const late = settings.late?.[rule]
    const others = late?.do === 'transfer' ? (late.to ?? []) : late?.do === 'managers' ? this.#input.model.process.managers : undefined
    const people = others && peopleOf(others, this.#asking())
    this.#notices.push({ node: task.node, what: 'late', text: late?.do, ...(people ? { people } : {}) })
    if (late?.do === 'approve' || late?.do === 'reject') return this.#decide(task, late.do === 'approve' ? 'approved' : 'rejected')
    const given = people && people.length > 0 ? { people, ...(task.group ? { group: groupOf(people) } : {}) } : {}
    this.#tasks = new Map(this.#tasks).set(task.activity, { ...task, ...given, late: task.late.filter((one) => one.rule !== rule) })
  }

  #holds({ node }: Wait): boolean {
    const trigger = this.#graph.nodes.get(node)?.trigger
    return trigger?.on === 'condition' && this.#data.holds(trigger.condition)
  }

  /** What was undone was done by nobody. */
  #asking(): Asking {
    const doers = this.#doers.filter(({ activity }) => this.#state.activities.get(activity)?.state !== 'undone')
    return { input: this.#input, doers, picked: this.#picked, named: (rule) => this.#data.namedBy(rule) }
  }

  #settings(node: string): TaskSettings {
    return this.#input.model.tasks.get(node) ?? NO_SETTINGS
  }

  #outside(): Activity[] {
    return openWork(this.#graph, this.#state).filter(
      ({ state, node }) => state === 'active' && this.#graph.nodes.get(node)?.kind !== 'user-task',
    )
  }

  #view(): Omit<Scene, 'path' | 'refused'> {
    return viewOf({
      graph: this.#graph,
      state: this.#state,
      timers: this.#timers,
      tasks: [...this.#tasks.values()].map((task) => ({ task, settings: this.#settings(task.node) })),
      outside: this.#outside(),
      decision: this.#decision,
      notices: this.#notices,
      now: this.#data.now,
      variables: this.#data.variables,
    })
  }
}

/** A simulation starts once, and goes back along the way alone. */
function refusalOf({ code }: CommandError): Refusal {
  if (code === 'started' || code === 'no-jump' || code === 'no-revive') return 'not-there'
  return code === 'not-straight' ? 'no-way-back' : code
}
