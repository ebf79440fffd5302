import { useSearchParams } from 'wouter';

type ParamChange = Record<string, string | null>;

type ChangeParams = (change: ParamChange | ((current: URLSearchParams) => ParamChange), options?: { replace?: boolean }) => void;

/**
 * Page state in the URL. An empty value removes its parameter. A change that depends on the current state and is made later, such as after
 * a request, is passed as a function.
 */
export function useParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const change: ChangeParams = (changes, options = {}) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(typeof changes === 'function' ? changes(before) : changes)) {
        if (value === null || value === '') after.delete(name);
        else after.set(name, value);
      }
      return after;
    }, options);
  return [params, change];
}
