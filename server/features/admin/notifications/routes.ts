import { z } from 'zod'
import { NOTIFICATION_TYPES, PRIORITIES } from '../../../../model/admin/notifications.ts'
import { notifications } from '../../../../model/index.ts'
import { addSchema, updateSchema } from '../../../../model/schemas.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Call, Feature, Route } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { add, addOne, newRow } from '../../../kernel/resources/add.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import type { Change } from '../../../kernel/resources/update.ts'
import { changeRow, update } from '../../../kernel/resources/update.ts'
import type { Values } from '../../../kernel/resources/noun-writes.ts'
import { readAllNotification, readNotification, starNotification } from './marks.ts'
import { queryHeadNotification, queryMyNotification } from './mine.ts'
import { queryNotification } from './list.ts'
import { publishNotification, withdrawNotification } from './publish.ts'
import { queryNotificationReader } from './readers.ts'
import { byUsername, notificationWrites, withUserIds } from './write.ts'

const BASE = notifications.api.base

/** The members of a choice, for whoever fills in a form or a filter. */
const choices = (path: string, field: string, members: readonly string[]): Route =>
  route({
    method: 'GET',
    path: `${BASE}/${path}`,
    access: 'signed-in',
    summary: `What can be the ${field} of a notification`,
    output: z.object({ list: z.array(z.strictObject({ name: z.string(), value: z.string() })) }),
    handle: async ({ t }) => ({ list: members.map((value) => ({ name: t(`choice.${field}.${value}` as LabelKey), value })) }),
  })

export const notificationsFeature: Feature = {
  tag: 'notifications',
  routes: [
    queryNotification,
    {
      ...add(notificationWrites),
      input: addSchema(notifications).extend(byUsername),
      handle: (call: Call<Values>) =>
        call.inScopeOf(notifications, async (tx) => addOne(tx, notificationWrites, call, [newRow(await withUserIds(tx, call.input))])),
    },
    {
      ...update(notificationWrites),
      input: updateSchema(notifications).extend(byUsername),
      handle: (call: Call<Values>) =>
        call.inScopeOf(notifications, async (tx) => changeRow(tx, notificationWrites, call, (await withUserIds(tx, call.input)) as Change)),
    },
    remove(notificationWrites),
    ...exportsOf(notifications),
    publishNotification,
    withdrawNotification,
    queryNotificationReader,
    queryMyNotification,
    queryHeadNotification,
    readNotification,
    readAllNotification,
    starNotification,
    choices('queryNotificationType', 'type', NOTIFICATION_TYPES),
    choices('queryNotificationPriority', 'priority', PRIORITIES),
  ],
}
