/** What work orders are told apart by, for whoever opens them: kinds, and how soon they have to be done. */
export const ORDER_KINDS = ['corrective', 'preventive', 'inspection', 'calibration', 'condition'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** 1 is what cannot wait. */
export const ORDER_PRIORITIES = [1, 2, 3, 4] as const
export type OrderPriority = (typeof ORDER_PRIORITIES)[number]
