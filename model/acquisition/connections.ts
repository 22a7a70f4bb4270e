/** What is written down of the connections of a device. */
export const DEVICE_EVENTS = ['connected', 'disconnected', 'refused'] as const
export type DeviceEvent = (typeof DEVICE_EVENTS)[number]
