import type en from '../en/first-steps.ts'

export default {
  'first.title': '新手清单',
  'first.about': '按顺序完成以下步骤，即可看到第一个数值。完成的步骤会自动勾选。',
  'first.project': '新增项目',
  'first.site': '新增站点',
  'first.device-type': '新增设备类型',
  'first.device': '新增设备',
  'first.value': '接入设备，收到第一个数值',
  'first.done': '已完成',
  'first.guide': '查看指南',
  'first.hide': '不再显示',
} as const satisfies Record<keyof typeof en, string>
