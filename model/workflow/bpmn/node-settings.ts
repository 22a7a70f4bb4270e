/** What the nodes of a model say beyond the ways of tokens: their settings, or what another tool says in place of them. */
import type * as z from 'zod/mini'
import type { NodeKind, ProcessDefinition } from '../core/graph.ts'
import type { MessageSettings, ProcessSettings, Service, TaskSettings } from '../settings.ts'
import { callSettings, messageSettings, processSettings, serviceSettings, taskSettings } from '../settings.ts'
import type { Element } from './moddle.ts'
import { attributeOf, elementAt, textAt } from './moddle.ts'
import type { Call, ModelFault, ModelWarning, ProcessModel, Remark } from './process-model.ts'
import { APPROVED, tasksAskedAbout } from './read-approved.ts'
import { readForeignTask } from './read-people.ts'
import { leftOf } from './read-left.ts'
import { readForeignCall, readForeignService } from './read-services.ts'
import { hasSettings, readSettings, hasListeners } from './read-settings.ts'

/** What is said of an element. */
export function remarkOn<Code extends string>(element: Element, code: Code, about?: string): Remark<Code> {
  const name = textAt(element, 'name')
  return {
    code,
    element: element.id ?? '',
    ...(name === undefined ? {} : { name }),
    ...(about === undefined ? {} : { about: about.slice(0, 200) }),
  }
}

export class NodeSettings {
  readonly faults: ModelFault[] = []
  readonly #warnings: ModelWarning[] = []
  readonly #tasks = new Map<string, TaskSettings>()
  readonly #services = new Map<string, Service>()
  readonly #called = new Map<string, Call>()
  readonly #messages = new Map<string, MessageSettings>()
  readonly #foreignTasks: (readonly [Element, string])[] = []
  readonly #starters: string[] = []
  #process: ProcessSettings = processSettings.parse({})

  process(element: Element): void {
    this.#process = this.#own(element, processSettings) ?? this.#process
    this.#leave(element, leftOf(element))
  }

  /** A flow, or data that are drawn: neither has settings. */
  beside(element: Element): void {
    this.#leave(element, leftOf(element))
  }

  node(element: Element, id: string, kind: NodeKind, isMessage: boolean): void {
    this.#leave(element, leftOf(element))
    const starter = kind === 'start' ? attributeOf(element, 'initiator') : undefined
    if (starter !== undefined) this.#starters.push(starter)
    if (kind === 'user-task') this.#task(element, id)
    else if (kind === 'service-task') this.#service(element, id)
    else if (kind === 'call-activity') this.#call(element, id)
    else if (isMessage) this.#messages.set(id, this.#own(element, messageSettings) ?? {})
    else if (hasSettings(element)) this.#blame(element, 'settings', hasListeners(element) ? 'listeners' : element.$type)
  }

  /** Everything that was found, once there is nothing left to read: only now it is known what models call their starter, and what their flows ask. */
  settingsIn(definition: ProcessDefinition): Omit<ProcessModel, 'key' | 'name' | 'definition' | 'faults'> {
    const asked = this.#foreignTasks.length > 0 ? tasksAskedAbout(definition) : new Set<string>()
    for (const [element, id] of this.#foreignTasks.splice(0)) {
      const { settings, faults, left } = readForeignTask(element, this.#starters)
      this.#tasks.set(id, asked.has(id) ? { ...settings, whenRejected: 'go-on' } : settings)
      if (asked.has(id)) this.#warnings.push(remarkOn(element, 'goes-on', APPROVED))
      for (const { code, about } of faults) this.#blame(element, code, about)
      this.#leave(element, left)
    }
    return {
      process: this.#process,
      tasks: this.#tasks,
      services: this.#services,
      called: this.#called,
      messages: this.#messages,
      warnings: this.#warnings,
    }
  }

  #task(element: Element, id: string): void {
    if (!hasSettings(element)) {
      this.#foreignTasks.push([element, id])
      return
    }
    const settings = this.#own(element, taskSettings)
    if (settings) this.#tasks.set(id, settings)
    const isRepeated = elementAt(element, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics'
    if (settings && !settings.group && isRepeated) this.#leave(element, ['loopCharacteristics'])
  }

  #service(element: Element, id: string): void {
    const own = this.#own(element, serviceSettings)
    if (own) this.#services.set(id, own.service)
    if (hasSettings(element)) return
    const read = readForeignService(element)
    if ('fault' in read) this.#blame(element, read.fault.code, read.fault.about)
    else this.#services.set(id, read.service)
  }

  #call(element: Element, id: string): void {
    const process = textAt(element, 'calledElement')
    if (process === undefined) return this.#blame(element, 'reference', 'calledElement')
    const own = this.#own(element, callSettings)
    if (own) this.#called.set(id, { ...own, process })
    if (hasSettings(element)) return
    const { settings, left, faults } = readForeignCall(element)
    for (const { code, about } of faults) this.#blame(element, code, about)
    this.#called.set(id, { ...settings, process })
    this.#leave(element, left)
  }

  #own<Settings>(element: Element, schema: z.ZodMiniType<Settings>): Settings | undefined {
    const read = readSettings(element, schema)
    if (!read) return undefined
    if ('settings' in read) return read.settings
    this.#blame(element, 'settings', read.fault)
    return undefined
  }

  #blame(element: Element, code: ModelFault['code'], about?: string): void {
    this.faults.push(remarkOn(element, code, about))
  }

  #leave(element: Element, names: readonly string[]): void {
    for (const name of new Set(names)) this.#warnings.push(remarkOn(element, 'not-taken', name))
  }
}
