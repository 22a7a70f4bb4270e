import type en from '../en/readings.ts'

export default {
  'error.device.credentials': '设备不存在、已停用，或密钥有误',
  'error.device.blocked': '该设备认证失败次数过多，请一分钟后重试',
  'error.readings.refused': '数据均未写入，请检查标出的值',

  'call.queryLatestReading': '查询测点最新值',
  'call.queryReadingHistory': '查询测点历史数据',
  'call.queryReadingTrend': '查询多个测点的趋势数据',
  'call.queryReadingSummary': '查询测点统计值',
  'call.queryReadingCorrection': '查询测点数据更正记录',

  'error.readings.file-type': '只能导入 CSV 文件（.csv）和 Excel 工作簿（.xlsx）',
  'error.readings.no-headings': '文件中没有时间列。请使用模板，或把时间列的标题改为“时间”',
  'error.readings.no-device': '请选择数据所属的设备，或在文件中增加“{{column}}”列',
  'error.readings.no-points': '文件中没有一列是该设备的测点。列标题应为测点标识或测点名称',
  'readings.check.time': '{{field}}：“{{value}}”不是有效时间，请写成 2026-01-31 08:00:00、ISO 8601 格式，或自 1970 年起的毫秒数',
  'readings.check.number': '{{field}}：“{{value}}”不是数字',
  'readings.job': '导入测点数据：{{file}}',
  'readings.job-check': '导入前检查测点数据：{{file}}',
  'call.importReading': '导入测点数据',

  'refusal.syntax': '内容不是有效的 JSON',
  'refusal.shape': '此处应为由测量值组成的对象',
  'refusal.not-a-number': '{{at}} 既不是数字，也不是 true 或 false',
  'refusal.timestamp': '{{at}} 不是有效的时间：应为自 1970 年起的毫秒、秒或微秒数，或 2026-01-31T12:00:00+08:00 这样的文本',
  'refusal.topic': '该设备无权向主题 {{at}} 发布',
  'refusal.credentials': '以错误的密钥登录，来自 {{at}}',
  'refusal.client-id': '客户端标识 {{at}} 过长，或要求保留会话却未给出标识',
  'refusal.mqtt-version': '设备使用 MQTT {{at}}，仅支持 MQTT 3.1.1',
  'refusal.packet-size': '发送的报文超过 256 KB',
  'refusal.protocol': '设备违反协议，连接已断开：{{at}}',
  'refusal.too-many': '单条消息最多包含 10,000 个值',
  'refusal.unknown-point': '该设备没有测点 {{at}}',
  'refusal.clock': '{{at}}：时间超前一天以上',
  'refusal.too-old': '{{at}}：时间早于数据保留期限',
  'refusal.encoding': '请求内容与声明的压缩方式不符',
} as const satisfies Record<keyof typeof en, string>
