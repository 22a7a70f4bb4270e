import type { Change } from '../../../../model/contract/nouns.ts'
import { NOTIFICATION_TYPES, PRIORITIES } from '../../../../model/admin/notifications.ts'
import { queryNotificationPriority, queryNotificationType } from '../../../../model/contract/admin/notifications.ts'
import { notifications } from '../../../../model/index.ts'
import { addSchema, updateSchema } from '../../../../model/schemas.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Call, Feature, Route } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add, addOne, newRow } from '../../../kernel/resources/add.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { changeRow, update } from '../../../kernel/resources/update.ts'
import type { Values } from '../../../kernel/resources/noun-writes.ts'
import { read, readAll, star } from './marks.ts'
import { head, mine } from './mine.ts'
import { queryNotification } from './list.ts'
import { publish, withdraw } from './publish.ts'
import { readers } from './readers.ts'
import { byUsername, notificationWrites, withUserIds } from './write.ts'

/** The members of a choice, for whoever fills in a form or a filter. */
const choices = (call: typeof queryNotificationType, field: string, members: readonly string[]): Route =>
  implement(call, {
    access: 'signed-in',
    summary: `What can be the ${field} of a notification`,
    olderShape: 'data',
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
    publish,
    withdraw,
    readers,
    mine,
    head,
    read,
    readAll,
    star,
    choices(queryNotificationType, 'type', NOTIFICATION_TYPES),
    choices(queryNotificationPriority, 'priority', PRIORITIES),
  ],
}
