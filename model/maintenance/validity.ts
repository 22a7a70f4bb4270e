/** How the last calibration of a machine stands: `due` within {@link DUE_DAYS} of its end, `failed` where it was not passed. */
export const CALIBRATION_STATES = ['valid', 'due', 'expired', 'failed', 'none'] as const
export type CalibrationState = (typeof CALIBRATION_STATES)[number]

/** Days before the end from which a calibration is due; people are told of it at each of {@link DUE_STAGES}. */
export const DUE_DAYS = 30
export const DUE_STAGES = [90, 60, 30, 7] as const
