"""Values that cannot be changed, and copies of them for agents.

Frozen is only a convention: `dict.update(frozen, ...)` and `model.__dict__` still change a frozen dictionary or model.
So agents get copies.

`types.MappingProxyType` is no alternative: `dataclasses.asdict`, pydantic, pickle and copy do not accept it.
"""

from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel

K = TypeVar("K")
V = TypeVar("V")
M = TypeVar("M", bound=BaseModel)


class FrozenDict(dict[K, V]):
    """A dictionary whose content is given when it is made."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


def construct_unchecked(kind: type[M], fields: dict[str, Any]) -> M:
    """Return a model without validating it, in a tenth of the time of `model_construct`.

    Args:
        kind: class of the model.
        fields: values of all fields, valid and in order. The model keeps this dictionary; which fields were set
            explicitly is not recorded.
    """
    model: M = _new(kind)
    _set_fields(model, fields)
    _set_names(model, set())
    _set_extra(model, None)
    _set_private(model, None)
    return model


def copy_model(model: M, **changes: Any) -> M:
    """Return a copy of a model whose values are immutable.

    Args:
        model: the original.
        changes: fields with other values, which must be valid.
    """
    return construct_unchecked(type(model), model.__dict__ | changes)


# pydantic keeps the state of a model in four slots; its frozen `__setattr__` is in the way, so they are set directly.
_new: Any = object.__new__
_set_fields = BaseModel.__dict__["__dict__"].__set__
_set_names, _set_extra, _set_private = (
    BaseModel.__dict__[f"__pydantic_{slot}__"].__set__ for slot in ("fields_set", "extra", "private")
)
