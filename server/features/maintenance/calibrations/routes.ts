/** Calibrations of machines: the standard verbs. What a device measures is judged by them, so whoever remembers devices is told. */
import { calibrations } from '../../../../model/index.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { calibrationWrites } from './writes.ts'

export const calibrationsFeature: Feature = {
  tag: 'calibrations',
  routes: [...registryRoutes(calibrationWrites), options(calibrations)],
}
