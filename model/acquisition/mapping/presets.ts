/**
 * Rules to begin with, for what devices of known makers send. Each reads every value of a message whose name is a point of the device; a type
 * is given those points that are wanted. Sources: the makers' public documentation (docs/guides/mappings.md names them).
 */
import type { RuleFields } from './rule.ts'

export const PRESETS = ['thingsboard', 'tasmota', 'shelly', 'neuron', 'kepware', 'senml', 'csv'] as const
export type PresetName = (typeof PRESETS)[number]

export interface PresetRule extends RuleFields {
  readonly ruleName: string
  /** Times of these messages have no zone: they are meant in that of the server, until somebody says otherwise. */
  readonly isLocal?: true
}

const mqtt = (
  ruleName: string,
  topicFilter: string,
  rule: Omit<PresetRule, 'ruleName' | 'messageSource' | 'topicFilter'> = {},
): PresetRule => ({
  ruleName,
  messageSource: 'mqtt',
  topicFilter,
  messageFormat: 'json',
  ...rule,
})

const TELEMETRY = 'v1/devices/me/telemetry'
const milliseconds = 'milliseconds'

/** The rules of each preset. */
export const presetRules: Readonly<Record<PresetName, readonly PresetRule[]>> = {
  thingsboard: [
    mqtt('Telemetry with time', TELEMETRY, { valuePath: 'values.*', pointKey: '{1}', timePath: 'ts', timeFormat: milliseconds }),
    mqtt('Telemetry, several times', TELEMETRY, {
      valuePath: '[*].values.*',
      pointKey: '{2}',
      timePath: '[*].ts',
      timeFormat: milliseconds,
    }),
    mqtt('Telemetry without time', TELEMETRY, { valuePath: '*', pointKey: '{1}' }),
    mqtt('Telemetry without time, list', TELEMETRY, { valuePath: '[*].*', pointKey: '{2}' }),
    mqtt('Attributes', 'v1/devices/me/attributes', { valuePath: '*', pointKey: '{1}' }),
  ],
  tasmota: [
    mqtt('SENSOR', 'tele/+/SENSOR', { valuePath: '*.*', pointKey: '{1}_{2}', timePath: 'Time', isLocal: true }),
    mqtt('STATE', 'tele/+/STATE', { valuePath: '*', pointKey: '{1}', timePath: 'Time', isLocal: true }),
    mqtt('STATE, groups', 'tele/+/STATE', { valuePath: '*.*', pointKey: '{1}_{2}', timePath: 'Time', isLocal: true }),
    mqtt('RESULT', 'stat/+/RESULT', { valuePath: '*', pointKey: '{1}' }),
    mqtt('POWER', 'stat/+/+', { messageFormat: 'text', valuePath: '$', pointKey: '{+2}' }),
    mqtt('LWT', 'tele/+/LWT', { messageFormat: 'ignore' }),
    ...['INFO1', 'INFO2', 'INFO3'].map((name) => mqtt(name, `tele/+/${name}`, { messageFormat: 'ignore' })),
  ],
  shelly: [
    mqtt('Status', '+/status/+', { valuePath: '*', pointKey: '{+2}_{1}' }),
    mqtt('Status, groups', '+/status/+', { valuePath: '*.*', pointKey: '{+2}_{1}_{2}' }),
    mqtt('Notification', '+/events/rpc', {
      valuePath: 'params.*.*',
      pointKey: '{1}_{2}',
      timePath: 'params.ts',
      timeFormat: 'seconds',
    }),
    mqtt('Notification, groups', '+/events/rpc', {
      valuePath: 'params.*.*.*',
      pointKey: '{1}_{2}_{3}',
      timePath: 'params.ts',
      timeFormat: 'seconds',
    }),
    mqtt('Online', '+/online', { messageFormat: 'ignore' }),
    mqtt('Generation 1, relays', 'shellies/+/relay/+', { messageFormat: 'text', valuePath: '$', pointKey: 'relay_{+2}' }),
    mqtt('Generation 1, meters', 'shellies/+/relay/+/+', { messageFormat: 'text', valuePath: '$', pointKey: 'relay_{+2}_{+3}' }),
    mqtt('Generation 1, sensors', 'shellies/+/sensor/+', { messageFormat: 'text', valuePath: '$', pointKey: '{+2}' }),
  ],
  neuron: [
    mqtt('Heartbeat', '/neuron/+/heartbeat', { messageFormat: 'ignore' }),
    mqtt('Values', '/neuron/#', { valuePath: 'values.*', pointKey: '{1}', timePath: 'timestamp', timeFormat: milliseconds }),
    mqtt('Tags', '/neuron/#', { valuePath: 'tags[*].value', pointKey: '{tags[*].name}', timePath: 'timestamp', timeFormat: milliseconds }),
  ],
  kepware: [
    mqtt('Values', 'iotgateway/#', {
      valuePath: 'values[*].v',
      pointKey: '{values[*].id}',
      timePath: 'values[*].t',
      timeFormat: milliseconds,
    }),
  ],
  senml: [
    mqtt('Numbers', 'senml/#', {
      messageFormat: 'senml',
      valuePath: '[*].v',
      pointKey: '{[*].n}',
      timePath: '[*].t',
      timeFormat: 'seconds',
    }),
    mqtt('Booleans', 'senml/#', {
      messageFormat: 'senml',
      valuePath: '[*].vb',
      pointKey: '{[*].n}',
      timePath: '[*].t',
      timeFormat: 'seconds',
    }),
  ],
  csv: [
    {
      ruleName: 'HTTP',
      messageSource: 'http',
      messageFormat: 'csv-names',
      valuePath: '*',
      pointKey: '{1}',
      timePath: 'time',
      isLocal: true,
    },
    mqtt('MQTT', 'csv/#', { messageFormat: 'csv-names', valuePath: '*', pointKey: '{1}', timePath: 'time', isLocal: true }),
  ],
}
