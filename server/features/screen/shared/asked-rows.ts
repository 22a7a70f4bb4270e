/** Which rows a widget asks for: by its kind, its options and the variables of the page. */
import type { ScreenWidget } from '../../../../model/screens/document.ts'
import type { WidgetKind, WidgetOptions } from '../../../../model/screens/widgets.ts'
import type { VariableValues } from './variables.ts'
import { chosenId } from './variables.ts'

/** Rows of one widget where it does not say how many. */
const USUAL_ROWS = 20
/** Runs that come closest to their limits. */
const USUAL_WORST = 3
/** Devices, places and components of one widget: all of a plant. */
const MAX_TILES = 500
const MAX_PLACES = 2000

/** What one widget asks for: the kind of its rows, by what they are narrowed, and how many. */
export type Asked =
  | {
      readonly of: 'alarms'
      readonly siteId?: string | undefined
      readonly deviceId?: string | undefined
      readonly priority?: number | undefined
    }
  | {
      readonly of: 'devices'
      readonly siteId?: string | undefined
      readonly deviceTypeId?: string | undefined
      readonly ids?: readonly string[]
    }
  | { readonly of: 'places'; readonly show: 'sites' | 'devices'; readonly siteId?: string | undefined }
  | {
      readonly of: 'runs'
      readonly siteId?: string | undefined
      readonly state?: 'running' | 'ended' | undefined
      readonly isWorstFirst: boolean
    }
  | { readonly of: 'orders'; readonly siteId?: string | undefined }
  | { readonly of: 'yard'; readonly siteId?: string | undefined; readonly ids?: readonly string[] }

export interface Needed {
  readonly asked: Asked
  readonly rows: number
}

const optionsOf = <K extends WidgetKind>({ options = {} }: ScreenWidget, _kind: K) => options as WidgetOptions<K>

/** What the widget asks for; undefined for one that shows no rows. */
export function neededBy(widget: ScreenWidget, variables: VariableValues): Needed | undefined {
  const chosen = (option: unknown) => chosenId(option, variables)
  switch (widget.kind) {
    case 'alarms': {
      const { siteId, deviceId, priority, rows = USUAL_ROWS } = optionsOf(widget, 'alarms')
      return { asked: { of: 'alarms', siteId: chosen(siteId), deviceId: chosen(deviceId), priority }, rows }
    }
    case 'alarm-banner': {
      const { siteId, deviceId, priority } = optionsOf(widget, 'alarm-banner')
      return { asked: { of: 'alarms', siteId: chosen(siteId), deviceId: chosen(deviceId), priority }, rows: USUAL_ROWS }
    }
    case 'devices': {
      const { siteId, deviceTypeId } = optionsOf(widget, 'devices')
      return { asked: { of: 'devices', siteId: chosen(siteId), deviceTypeId: chosen(deviceTypeId) }, rows: MAX_TILES }
    }
    case 'plan': {
      const { pins } = optionsOf(widget, 'plan')
      const [deviceIds, componentIds] = [pins.flatMap((pin) => pin.deviceId ?? []), pins.flatMap((pin) => pin.componentId ?? [])]
      if (deviceIds.length > 0) return { asked: { of: 'devices', ids: deviceIds }, rows: MAX_TILES }
      return componentIds.length > 0 ? { asked: { of: 'yard', ids: componentIds }, rows: MAX_TILES } : undefined
    }
    case 'map': {
      const { show, siteId } = optionsOf(widget, 'map')
      return { asked: { of: 'places', show, siteId: chosen(siteId) }, rows: MAX_PLACES }
    }
    case 'runs': {
      const { siteId, state, rows = USUAL_ROWS } = optionsOf(widget, 'runs')
      return { asked: { of: 'runs', siteId: chosen(siteId), state, isWorstFirst: false }, rows }
    }
    case 'run': {
      const { siteId, worst = USUAL_WORST } = optionsOf(widget, 'run')
      return { asked: { of: 'runs', siteId: chosen(siteId), state: 'running', isWorstFirst: true }, rows: worst }
    }
    case 'orders': {
      const { siteId, rows = USUAL_ROWS } = optionsOf(widget, 'orders')
      return { asked: { of: 'orders', siteId: chosen(siteId) }, rows }
    }
    case 'yard':
      return { asked: { of: 'yard', siteId: chosen(optionsOf(widget, 'yard').siteId) }, rows: MAX_TILES }
    default:
      return undefined
  }
}
