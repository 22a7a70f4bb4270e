/**
 * What fields and choices were called before. People keep files with the headings and words of their day, and an import reads them as
 * well (`server/exchange/imports/`); whoever renames one leaves its old word here.
 */
import type { LabelKey } from './index.ts'

export const formerWords: Readonly<Partial<Record<LabelKey, readonly string[]>>> = {
  'field.users.nickname': ['昵称', '暱稱'],
  'field.users.prefix': ['国家代码', '國家代碼'],
  'field.users.avatar': ['大頭照'],
  'field.sites.siteCode': ['场所编码', '場所代碼'],
  'field.sites.siteName': ['场所名称', '場所名稱'],
  'field.devices.siteId': ['所在场所', '所在場所'],
  'field.type-points.staleSeconds': ['超时判定（秒）', '逾時判定（秒）'],
  'field.type-points.frozenSeconds': ['冻结判定（秒）', '凍結判定（秒）'],
  'field.points.staleSeconds': ['超时判定（秒）', '逾時判定（秒）'],
  'field.points.frozenSeconds': ['冻结判定（秒）', '凍結判定（秒）'],
  'field.alarm-rules.silentSeconds': ['Silent for (s)'],
  'field.alarm-rules.pointKey': ['測點識別碼'],
  'field.alarm-rules.processReturns': ['随报警恢复结束', '隨警報恢復結束'],
  'field.alarm-rules.deviceId': ['裝置'],
  'field.alarm-rules.deviceTypeId': ['裝置類型'],
  'field.delivery-rules.leastPriority': ['警報優先級'],
  'field.delivery-rules.tellReturn': ['恢復時通知'],
  'field.delivery-rules.siteId': ['场所', '場所'],
  'field.duty-shifts.siteId': ['场所', '場所'],
  'choice.connection.push': ['主動上報（MQTT、HTTP）'],
  'choice.timeFormat.auto': ['年份在前，或按大小判断的数字', '年份在前，或依大小判斷的數字'],
  'choice.orgType.team': ['班組'],
}
