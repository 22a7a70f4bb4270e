/** What the check of a model says before it is deployed: faults keep it from being deployed, warnings do not. */
import type { Type } from '../../expression/operators.ts'
import { MODEL_FAULTS, MODEL_WARNINGS } from '../bpmn/process-model.ts'
import type { PersonRule, Service } from '../settings.ts'
import type { Cron } from '../timers.ts'
import type { CallCircle } from './sure-calls.ts'

export const CHECK_FAULTS = [
  ...MODEL_FAULTS,
  /** Nobody is named who could be asked. */
  'no-people',
  'unknown-people',
  /** A task that is to be signed would be approved by a rule, and signed by nobody. */
  'signed-nobody',
  'signed-starter',
  'signed-same',
  /** A rule names a node that is no task of people. */
  'same-as',
  'no-organisation',
  'no-percent',
  /** A number of times that is none, or is too large. */
  'times',
  /** A timer that would begin an instance more often than once a minute. */
  'start-too-often',
  'types',
  'unknown-process',
  /** A process that is called or started, and that whoever deploys the model may not start themselves. */
  'not-startable',
  'closed-host',
  /** A secret that there is not, or that is not for the host which is called. */
  'unknown-secret',
  'secret-host',
  /** A later answer is waited for no time, or for longer than a year. */
  'callback-time',
  /** A process that calls itself, or is called again by what it calls, whatever conditions say. */
  'calls-itself',
  'no-text',
  /** An alarm is shelved for no time, or for longer than it may be. */
  'shelf-time',
  /** Whoever deploys it may not do themselves what a service does. */
  'not-granted',
  /** What instances are called would tell what some of their readers do not see. */
  'told-by-title',
  /** A join at which every instance waits for ever. */
  'deadlock',
  /** Nodes that go round without anybody in between. */
  'circle',
] as const
export const CHECK_WARNINGS = [
  ...MODEL_WARNINGS,
  'may-deadlock',
  'unreached',
  'without-way',
  'uncaught',
  /** The same, with people or events in between. */
  'calls-itself-later',
  'not-walked',
  /** A variable that nothing sets. */
  'unset',
  'unknown-field',
] as const
export type CheckCode = (typeof CHECK_FAULTS)[number] | (typeof CHECK_WARNINGS)[number]

export interface Finding<Code extends CheckCode = CheckCode> {
  readonly code: Code
  /** The id of the node or flow it is about; empty for the process. */
  readonly element: string
  readonly name?: string | undefined
  /** What the sentence about it names: an id, a text, a number. */
  readonly about?: string | undefined
}

export interface Checked {
  readonly faults: readonly Finding<(typeof CHECK_FAULTS)[number]>[]
  readonly warnings: readonly Finding<(typeof CHECK_WARNINGS)[number]>[]
}

/** What the model itself cannot know. What is not given is not checked. */
export interface CheckSurroundings {
  /** Fields of the form that is used, with the type that expressions see, if they see one. */
  readonly fields?: ReadonlyMap<string, Type | undefined> | undefined
  /** Names of the fields that a role or a task hides from somebody. */
  readonly hiddenFields?: ReadonlySet<string> | undefined
  /** Variables that are there from the start, besides the fields. */
  readonly variables?: readonly string[] | undefined
  /** Keys of the processes that are deployed. */
  readonly knownProcesses?: ReadonlySet<string> | undefined
  /** Whether whoever deploys the model may start a process, by its key. */
  readonly mayStart?: ((process: string) => boolean) | undefined
  /** Whether a rule names somebody or something that there is not. */
  readonly isUnknown?: ((rule: PersonRule) => boolean) | undefined
  /** Whether a service may call this address. */
  readonly mayCall?: ((url: string) => boolean) | undefined
  /** Whether there is a secret, and whether it is for an address; without one it is known when it is called. */
  readonly secretFor?: ((name: string, url: string | undefined) => 'known' | 'none' | 'host') | undefined
  /** Whether whoever deploys the model may have a process do this. */
  readonly mayDo?: ((service: Service) => boolean) | undefined
  /** Calls by which the process comes back to itself through others that are deployed. */
  readonly circles?: readonly CallCircle[] | undefined
  /** For timers that are never due. */
  readonly clock?: { readonly now: number; readonly zone: string; readonly cron: Cron } | undefined
}

/** Findings of one kind; what a model has wrong beyond that helps nobody. */
export const MAX_FINDINGS = 300

/** Gathers what is found, each once. */
export class Findings implements Checked {
  readonly #faults = new Map<string, Checked['faults'][number]>()
  readonly #warnings = new Map<string, Checked['warnings'][number]>()
  readonly #names: ReadonlyMap<string, string | undefined>

  constructor(names: ReadonlyMap<string, string | undefined>) {
    this.#names = names
  }

  fault(code: (typeof CHECK_FAULTS)[number], element: string, about?: string): void {
    add(this.#faults, this.#finding(code, element, about))
  }

  warn(code: (typeof CHECK_WARNINGS)[number], element: string, about?: string): void {
    add(this.#warnings, this.#finding(code, element, about))
  }

  get faults(): Checked['faults'] {
    return [...this.#faults.values()]
  }

  get warnings(): Checked['warnings'] {
    return [...this.#warnings.values()]
  }

  #finding<Code extends CheckCode>(code: Code, element: string, about: string | undefined): Finding<Code> {
    const name = this.#names.get(element)
    return { code, element, ...(name === undefined ? {} : { name }), ...(about === undefined ? {} : { about: about.slice(0, 200) }) }
  }
}

function add<Found extends Finding>(to: Map<string, Found>, finding: Found): void {
  if (to.size < MAX_FINDINGS) to.set([finding.code, finding.element, finding.about].join('\n'), finding)
}
