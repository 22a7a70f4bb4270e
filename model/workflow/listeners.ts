/** Services that are done at a moment of a task or of the process, beside what is drawn; declared, and never programs. */
import type { ProcessModel } from './bpmn/process-model.ts'
import type { Listener, Service } from './settings.ts'

type ServiceHolders = Pick<ProcessModel, 'process' | 'tasks' | 'services'>

/** Returns what is done at moments of a task, or (under no name) of the process. */
export const listenersAt = ({ process, tasks }: ServiceHolders, node: string): readonly Listener[] =>
  (node === '' ? process.listeners : tasks.get(node)?.listeners) ?? []

/** Under which name the receivers of a listener are kept: ids of nodes have no blanks. */
export const listenerKey = (node: string, at: number): string => `${node} ${String(at)}`

export interface PlacedService {
  /** The element that it is about; empty for the process. */
  readonly element: string
  /** The node, or the name of the listener. */
  readonly key: string
  readonly service: Service
  readonly isListener: boolean
}

/** Yields each service of a model: of its service tasks, and at moments of tasks and of the process. */
export function* servicesIn(model: ServiceHolders): Generator<PlacedService> {
  for (const [element, service] of model.services) yield { element, key: element, service, isListener: false }
  for (const element of ['', ...model.tasks.keys()])
    for (const [at, { service }] of listenersAt(model, element).entries())
      yield { element, key: listenerKey(element, at), service, isListener: true }
}
