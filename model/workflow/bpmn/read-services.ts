/** What a service does that another tool has drawn, as far as this product does the same; and what is handed to a called process. */
import { readText } from '../../expression/read-text.ts'
import type { CallSettings, Service } from '../settings.ts'
import { MAX_ASSIGNMENTS, MAX_SETTINGS, callSettings, service as serviceSchema } from '../settings.ts'
import type { Element } from './moddle.ts'
import { attributeOf, extensionsOf, localName, textAt } from './moddle.ts'
import type { ModelFault } from './process-model.ts'
import { PROGRAMS } from './read-left.ts'

type Fault = Pick<ModelFault, 'code' | 'about'>

/** What a service does, or that nothing of this product does it. */
export function readForeignService(task: Element): { readonly service: Service } | { readonly fault: Fault } {
  if (task.$type === 'bpmn:ScriptTask') return readScript(task)
  const program = PROGRAMS.find((name) => attributeOf(task, name) !== undefined || textAt(task, name) !== undefined)
  const isConnected = extensionsOf(task).some((extension) => /^(?:connector|taskDefinition|calledDecision)$/.test(localName(extension)))
  if (program === undefined && !isConnected) return { fault: { code: 'no-service' } }
  return { fault: { code: 'unsupported-service', about: program ?? 'connector' } }
}

/** Assignments, one a line: `name = expression`. Anything else is a program, and nothing here runs one. */
function readScript(task: Element): { readonly service: Service } | { readonly fault: Fault } {
  const script = textAt(task, 'script')
  if (script === undefined) return { fault: { code: 'no-service' } }
  if (script.length > MAX_SETTINGS) return { fault: { code: 'unsupported-service', about: 'script' } }
  const lines = script
    .split(/[\r\n;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const assignments = lines.map((line) => {
    const [, name, value = ''] = /^([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)\s*(.+)$/u.exec(line) ?? []
    return name !== undefined && 'expression' in readText(value) ? { name, value: `= ${value}` } : undefined
  })
  const read = serviceSchema.safeParse({ do: 'set', assignments })
  return read.success ? { service: read.data } : { fault: { code: 'unsupported-service', about: 'script' } }
}

interface ReadCall {
  readonly settings: CallSettings
  readonly left: readonly string[]
  readonly faults: readonly Fault[]
}

/** What other tools hand to a called process and take back, what of that has no counterpart, and what would call another one than was meant. */
export function readForeignCall(call: Element): ReadCall {
  const left: string[] = []
  const assignments = (kind: 'in' | 'out') =>
    extensionsOf(call)
      .filter((extension) => localName(extension) === kind)
      // One more than there may be, which is then too many.
      .slice(0, MAX_ASSIGNMENTS + 1)
      .flatMap((mapping) => {
        const [source, target] = [textAt(mapping, 'sourceExpression') ?? textAt(mapping, 'source'), textAt(mapping, 'target')]
        if (source !== undefined && target !== undefined && 'expression' in readText(source))
          return [{ name: target, value: /^(?:[$#]\{|=)/.test(source) ? source : `= ${source}` }]
        left.push(kind)
        return []
      })
  const version = attributeOf(call, 'calledElementVersion')
  const read = callSettings.safeParse({
    hand: assignments('in'),
    back: assignments('out'),
    ...(version !== undefined && /^[1-9]\d{0,8}$/.test(version) ? { version: Number(version) } : {}),
  })
  return {
    settings: read.success ? read.data : callSettings.parse({}),
    left: read.success ? left : ['in', 'out'],
    faults: otherCall(call).map((about) => ({ code: 'unsupported', about })),
  }
}

/** By which attributes a call means another version than the newest or a number, another process, or all that the caller knows. */
function otherCall(call: Element): string[] {
  const own = (name: string) => attributeOf(call, name)
  const version = own('calledElementVersion')
  const isVersioned = own('calledElementBinding') === 'version' || version !== undefined
  const found = [
    !['latest', 'version'].includes(own('calledElementBinding') ?? 'latest') && 'calledElementBinding',
    isVersioned && !/^[1-9]\d{0,8}$/.test(version ?? '') && 'calledElementVersion',
    own('calledElementType') !== undefined && own('calledElementType') !== 'key' && 'calledElementType',
    ...['inheritVariables', 'sameDeployment'].map((name) => own(name) !== undefined && own(name) !== 'false' && name),
  ]
  return found.filter((name) => name !== false)
}
