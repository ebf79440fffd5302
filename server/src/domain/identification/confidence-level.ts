type ConfidenceLevel = 'high' | 'medium' | 'low' | 'none';

/** Companies are identified as leads from `medium` on, unless the operator has configured another threshold. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= 0.8) return 'high';
  if (confidence >= 0.5) return 'medium';
  return confidence > 0 ? 'low' : 'none';
}
