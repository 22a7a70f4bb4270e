/** What each kind of service asks for, in the order in which it is filled in. */
import type { LabelKey } from '../../../../kernel/i18n/i18n.ts'
import type { Service } from '../../../../../model/workflow/settings.ts'

export type ServicePart = {
  readonly name: string
  readonly label: LabelKey
  /** Asked for where the service does this alone. */
  readonly when?: string
} & (
  | { readonly as: 'text' | 'written' | 'variable' | 'duration' | 'people' | 'texts' | 'long-texts' | 'assignments' | 'headers' | 'secret' }
  | { readonly as: 'choice'; readonly of: readonly { readonly value: string | number; readonly label: LabelKey | undefined }[] }
)

const choices = (values: Readonly<Record<string, LabelKey>>) => Object.entries(values).map(([value, label]) => ({ value, label }))
const POINT = { name: 'point', label: 'process-design.service-point', as: 'written' } as const
const INTO = { name: 'into', label: 'process-design.service-into', as: 'variable' } as const
const NOTIFIED = [
  { name: 'to', label: 'process-design.service-to', as: 'people' },
  { name: 'title', label: 'process-design.service-title', as: 'texts' },
  { name: 'text', label: 'process-design.service-text', as: 'long-texts' },
] as const

export const SERVICE_PARTS: Readonly<Record<Service['do'], readonly ServicePart[]>> = {
  set: [{ name: 'assignments', label: 'process-design.service-assignments', as: 'assignments' }],
  notify: NOTIFIED,
  mail: NOTIFIED,
  'read-latest': [POINT, INTO],
  'read-aggregate': [
    POINT,
    {
      name: 'take',
      label: 'process-design.service-take',
      as: 'choice',
      of: choices({
        mean: 'process-design.take-mean',
        least: 'process-design.take-least',
        greatest: 'process-design.take-greatest',
        count: 'process-design.take-count',
        sum: 'process-design.take-sum',
      }),
    },
    { name: 'over', label: 'process-design.service-over', as: 'duration' },
    INTO,
  ],
  'record-reading': [POINT, { name: 'value', label: 'process-design.value', as: 'written' }],
  alarm: [
    {
      name: 'act',
      label: 'process-design.service-act',
      as: 'choice',
      of: choices({
        acknowledge: 'process-design.alarm-acknowledge',
        shelve: 'process-design.alarm-shelve',
        'out-of-service': 'process-design.alarm-out-of-service',
        'return-to-service': 'process-design.alarm-return-to-service',
      }),
    },
    { name: 'alarm', label: 'process-design.service-alarm-id', as: 'written' },
    { name: 'for', label: 'process-design.service-for', as: 'duration' },
    { name: 'comment', label: 'process-design.service-comment', as: 'text' },
  ],
  'add-note': [
    POINT,
    { name: 'equipment', label: 'process-design.service-equipment', as: 'written' },
    { name: 'note', label: 'process-design.service-note', as: 'written' },
  ],
  'maintenance-order': [
    {
      name: 'act',
      label: 'process-design.service-act',
      as: 'choice',
      of: choices({ create: 'process-design.order-create', close: 'process-design.order-close' }),
    },
    { name: 'title', label: 'process-design.service-order-title', as: 'written', when: 'create' },
    {
      name: 'orderKind',
      label: 'field.work-orders.orderKind',
      as: 'choice',
      when: 'create',
      of: choices({
        corrective: 'choice.orderKind.corrective',
        preventive: 'choice.orderKind.preventive',
        inspection: 'choice.orderKind.inspection',
        calibration: 'choice.orderKind.calibration',
        condition: 'choice.orderKind.condition',
      }),
    },
    {
      name: 'priority',
      label: 'field.work-orders.orderPriority',
      as: 'choice',
      when: 'create',
      of: [
        { value: 1, label: 'choice.orderPriority.1' },
        { value: 2, label: 'choice.orderPriority.2' },
        { value: 3, label: 'choice.orderPriority.3' },
        { value: 4, label: 'choice.orderPriority.4' },
      ],
    },
    { name: 'equipment', label: 'process-design.service-equipment', as: 'written', when: 'create' },
    { name: 'device', label: 'process-design.service-device', as: 'written', when: 'create' },
    { ...INTO, when: 'create' },
    { name: 'order', label: 'process-design.service-order', as: 'written', when: 'close' },
  ],
  start: [
    { name: 'process', label: 'process-design.process-key', as: 'text' },
    { name: 'hand', label: 'process-design.hand', as: 'assignments' },
  ],
  http: [
    {
      name: 'method',
      label: 'process-design.service-method',
      as: 'choice',
      of: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: undefined })),
    },
    { name: 'url', label: 'process-design.service-url', as: 'text' },
    { name: 'headers', label: 'process-design.service-headers', as: 'headers' },
    { name: 'body', label: 'process-design.service-body', as: 'written' },
    { name: 'sign', label: 'process-design.service-sign', as: 'secret' },
    INTO,
    { name: 'callback', label: 'process-design.service-callback', as: 'duration' },
  ],
}

/** What a service is at first: lists that may stay empty are there. */
export const FIRST_SERVICE: Readonly<Record<Service['do'], Readonly<Record<string, unknown>>>> = {
  set: { do: 'set' },
  notify: { do: 'notify', to: [], title: {}, text: {} },
  mail: { do: 'mail', to: [], title: {}, text: {} },
  'read-latest': { do: 'read-latest' },
  'read-aggregate': { do: 'read-aggregate', take: 'mean', over: 'PT24H' },
  'record-reading': { do: 'record-reading' },
  alarm: { do: 'alarm', act: 'acknowledge' },
  'add-note': { do: 'add-note' },
  'maintenance-order': { do: 'maintenance-order', act: 'create', orderKind: 'corrective', priority: 3 },
  start: { do: 'start', hand: [] },
  http: { do: 'http', method: 'POST' },
}

export const SERVICE_NAMES: Readonly<Record<Service['do'], LabelKey>> = {
  set: 'process-design.service-set',
  notify: 'process-design.service-notify',
  mail: 'process-design.service-mail',
  'read-latest': 'process-design.service-read-latest',
  'read-aggregate': 'process-design.service-read-aggregate',
  'record-reading': 'process-design.service-record-reading',
  alarm: 'process-design.service-alarm',
  'add-note': 'process-design.service-add-note',
  'maintenance-order': 'process-design.service-maintenance-order',
  start: 'process-design.service-start',
  http: 'process-design.service-http',
}
