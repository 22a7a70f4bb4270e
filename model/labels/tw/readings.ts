import type en from '../en/readings.ts'

export default {
  'error.device.credentials': '設備不存在、已停用，或金鑰有誤',
  'error.device.blocked': '該設備驗證失敗次數過多，請一分鐘後重試',
  'error.readings.refused': '資料均未寫入，請檢查標出的值',

  'call.queryLatestReading': '查詢測點最新值',
  'call.queryReadingHistory': '查詢測點歷史資料',
  'call.queryReadingTrend': '查詢多個測點的趨勢資料',
  'call.queryReadingSummary': '查詢測點統計值',
  'call.queryReadingCorrection': '查詢測點資料更正記錄',

  'error.readings.file-type': '只能匯入 CSV 檔案（.csv）和 Excel 活頁簿（.xlsx）',
  'error.readings.no-headings': '檔案中沒有時間欄。請使用範本，或把時間欄的標題改為「時間」',
  'error.readings.no-device': '請選擇資料所屬的設備，或在檔案中加入「{{column}}」欄',
  'error.readings.no-points': '檔案中沒有一欄是該設備的測點。欄標題應為測點代號或測點名稱',
  'readings.check.time': '{{field}}：「{{value}}」不是有效時間，請寫成 2026-01-31 08:00:00、ISO 8601 格式，或自 1970 年起的毫秒數',
  'readings.check.number': '{{field}}：「{{value}}」不是數字',
  'readings.job': '匯入測點資料：{{file}}',
  'readings.job-check': '匯入前檢查測點資料：{{file}}',
  'call.importReading': '匯入測點資料',

  'refusal.syntax': '內容不是有效的 JSON',
  'refusal.shape': '此處應為由量測值組成的物件',
  'refusal.not-a-number': '{{at}} 既不是數字，也不是 true 或 false',
  'refusal.timestamp': '{{at}} 不是有效的時間：應為自 1970 年起的毫秒、秒或微秒數，或 2026-01-31T12:00:00+08:00 這樣的文字',
  'refusal.topic': '該設備無權發布至主題 {{at}}',
  'refusal.credentials': '以錯誤的金鑰登入，來自 {{at}}',
  'refusal.client-id': '用戶端識別碼 {{at}} 過長，或要求保留工作階段卻未提供識別碼',
  'refusal.mqtt-version': '設備使用 MQTT {{at}}，僅支援 MQTT 3.1.1',
  'refusal.packet-size': '傳送的封包超過 256 KB',
  'refusal.protocol': '設備違反通訊協定，連線已中斷：{{at}}',
  'refusal.too-many': '單一訊息最多包含 10,000 個值',
  'refusal.unknown-point': '該設備沒有測點 {{at}}',
  'refusal.clock': '{{at}}：時間超前一天以上',
  'refusal.too-old': '{{at}}：時間早於資料保留期限',
  'refusal.encoding': '請求內容與宣告的壓縮方式不符',
} as const satisfies Record<keyof typeof en, string>
