/** Processes as BPMN: a start, tasks one after the other, and an end. */
import type { TaskSettings } from '../../model/workflow/settings.ts'
import { SETTINGS_NAMESPACE } from '../../model/workflow/settings.ts'

export interface Drawn {
  /** Settings of the tasks, by their ids, in their order. */
  readonly tasks: Readonly<Record<string, Partial<TaskSettings>>>
  /** What the start waits for, as XML. */
  readonly start?: string
  readonly process?: object
}

const settings = (value: object) =>
  `<extensionElements><outstation:settings><![CDATA[${JSON.stringify(value)}]]></outstation:settings></extensionElements>`

/** Returns the model for a key. */
export const drawn =
  ({ tasks, start = '', process }: Drawn) =>
  (key: string): string => {
    const nodes = ['start', ...Object.keys(tasks), 'end']
    const flows = nodes.slice(1).map((to, at) => `<sequenceFlow id="f${at}" sourceRef="${nodes[at] ?? ''}" targetRef="${to}"/>`)
    const userTasks = Object.entries(tasks).map(([id, task]) => `<userTask id="${id}" name="${id}">${settings(task)}</userTask>`)
    return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:outstation="${SETTINGS_NAMESPACE}" targetNamespace="t">
<process id="${key}" isExecutable="true">${process ? settings(process) : ''}<startEvent id="start">${start}</startEvent>${userTasks.join('')}<endEvent id="end"/>${flows.join('')}</process></definitions>`
  }
