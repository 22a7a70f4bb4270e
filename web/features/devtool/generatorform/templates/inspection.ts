/** An inspection of a device: what was looked at, line by line, and what was found. */
import type { FormDefinition } from '../../../../../model/form/definition.ts'

export const inspection: FormDefinition = {
  schema: 1,
  fields: [
    {
      id: 'device',
      name: 'device',
      kind: 'device',
      labels: { zh: '设备', tw: '設備', en: 'Device' },
      required: true,
      listed: true,
    },
    {
      id: 'inspectedat',
      name: 'inspected_at',
      kind: 'moment',
      labels: { zh: '巡检时间', tw: '巡檢時間', en: 'Inspected at' },
      required: true,
      listed: true,
      initial: { op: 'now', of: [] },
    },
    {
      id: 'weather',
      name: 'weather',
      kind: 'select',
      labels: { zh: '天气', tw: '天氣', en: 'Weather' },
      choices: [
        { value: 'fair', labels: { zh: '晴', tw: '晴', en: 'Fair' } },
        { value: 'cloudy', labels: { zh: '多云', tw: '多雲', en: 'Cloudy' } },
        { value: 'rain', labels: { zh: '雨', tw: '雨', en: 'Rain' } },
        { value: 'snow', labels: { zh: '雪', tw: '雪', en: 'Snow' } },
      ],
    },
    {
      id: 'items',
      name: 'items',
      kind: 'table',
      labels: { zh: '检查项目', tw: '檢查項目', en: 'Items' },
      minCount: 1,
      maxCount: 50,
      columns: [
        { id: 'item', name: 'item', kind: 'text', labels: { zh: '项目', tw: '項目', en: 'Item' }, required: true, maxLength: 100 },
        {
          id: 'result',
          name: 'result',
          kind: 'radio',
          labels: { zh: '结果', tw: '結果', en: 'Result' },
          required: true,
          choices: [
            { value: 'good', labels: { zh: '正常', tw: '正常', en: 'In order' } },
            { value: 'bad', labels: { zh: '异常', tw: '異常', en: 'Faulty' } },
          ],
        },
        {
          id: 'remark',
          name: 'remark',
          kind: 'text',
          labels: { zh: '说明', tw: '說明', en: 'Remark' },
          maxLength: 200,
          requiredWhen: { op: 'equal', of: [{ field: 'result' }, { value: 'bad' }] },
        },
      ],
    },
    {
      id: 'faults',
      name: 'faults',
      kind: 'integer',
      labels: { zh: '异常项数', tw: '異常項數', en: 'Faulty items' },
      listed: true,
      compute: { take: 'count', rows: 'items', where: { op: 'equal', of: [{ field: 'result' }, { value: 'bad' }] } },
    },
    {
      id: 'measures',
      name: 'measures',
      kind: 'lines',
      labels: { zh: '处理措施', tw: '處理措施', en: 'Measures taken' },
      maxLength: 1000,
      visibleWhen: { op: 'greater', of: [{ field: 'faults' }, { value: 0 }] },
      required: true,
    },
    { id: 'photos', name: 'photos', kind: 'pictures', labels: { zh: '现场照片', tw: '現場照片', en: 'Photos' }, maxCount: 9 },
    { id: 'place', name: 'place', kind: 'location', labels: { zh: '位置', tw: '位置', en: 'Location' } },
    {
      id: 'signature',
      name: 'signature',
      kind: 'signature',
      labels: { zh: '巡检人签名', tw: '巡檢人簽名', en: 'Signature' },
      required: true,
    },
  ],
  layout: [
    {
      part: 'row',
      of: [
        { part: 'field', field: 'device' },
        { part: 'field', field: 'inspectedat' },
        { part: 'field', field: 'weather' },
      ],
    },
    { part: 'field', field: 'items' },
    { part: 'field', field: 'faults' },
    { part: 'field', field: 'measures' },
    {
      part: 'group',
      title: { zh: '现场记录', tw: '現場紀錄', en: 'On site' },
      of: [
        { part: 'field', field: 'photos' },
        { part: 'field', field: 'place' },
        { part: 'field', field: 'signature' },
      ],
    },
  ],
  print: { header: { zh: '设备巡检记录', tw: '設備巡檢紀錄', en: 'Inspection record' } },
}
