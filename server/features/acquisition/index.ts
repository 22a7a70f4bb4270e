/** Devices, points, alarms and what they report: the features of this area. */
import { defineModule } from '../../module.ts'
import { READINGS } from '../../exchange/index.ts'
import { alarmChannelsFeature } from './alarm-channels/routes.ts'
import { alarmRulesFeature } from './alarm-rules/routes.ts'
import { alarmsFeature } from './alarms/routes.ts'
import { collectorsFeature } from './collectors/routes.ts'
import { deliveriesFeature } from './deliveries/routes.ts'
import { deviceTypesFeature } from './device-types/routes.ts'
import { attachmentsRemovedLongAgo } from './devices/attachments.ts'
import { devicesFeature } from './devices/routes.ts'
import { limitSetsFeature } from './limit-sets/routes.ts'
import { overviewFeature } from './overview/routes.ts'
import { pointsFeature } from './points/routes.ts'
import { pushFeature } from './push/routes.ts'
import { performReadingImport } from './readings/import/job.ts'
import { readingsFeature } from './readings/routes.ts'
import { runsFeature } from './runs/routes.ts'
import { tensionLimitsFeature } from './tension-limits/routes.ts'
import { typeMappingsFeature } from './type-mappings/routes.ts'
import { typePointsFeature } from './type-points/routes.ts'
import { unparsedMessagesFeature } from './unparsed-messages/routes.ts'

export const acquisitionModule = defineModule({
  name: 'server/features/acquisition',
  features: [
    deviceTypesFeature,
    typePointsFeature,
    typeMappingsFeature,
    devicesFeature,
    pointsFeature,
    alarmRulesFeature,
    alarmsFeature,
    alarmChannelsFeature,
    deliveriesFeature,
    pushFeature,
    unparsedMessagesFeature,
    readingsFeature,
    overviewFeature,
    collectorsFeature,
    limitSetsFeature,
    runsFeature,
    tensionLimitsFeature,
  ],
  jobs: { [READINGS]: performReadingImport },
  chores: ({ transactions }) => [attachmentsRemovedLongAgo(transactions)],
})
