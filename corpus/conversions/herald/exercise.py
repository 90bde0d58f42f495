class Speaker:
    "What a speaker is."

    def __str__(self):
        return "hear"


def exercise(module):
    made = [module.Herald(Speaker()), module.Crier(Speaker())]
    assert [herald.say() for herald in made] == ["hear", "hear"]
    assert made[1].volume == 11
    try:
        module.Herald(None).say()
    except module.Error as error:
        assert str(error) == "nobody speaks"
    else:
        raise AssertionError
    return made


def instances(module):
    return [kind(Speaker()) for kind in (module.Herald, module.Crier) for _ in range(5)]
