people <- sample_people(300)

test_that("hierarchies are made of data frames, lists, files and values", {
    labels <- data.frame(edu = c("primary", "secondary", "bachelor", "master"),
                         group = c("school", "school", "college", "college"), all = "*")
    made <- hierarchy(labels)
    expect_identical(as.list(made$level1), as.list(labels$group))
    nested <- hierarchy(list(school = c("primary", "secondary"), college = c("bachelor", "master")))
    expect_identical(as.data.frame(unclass(nested)), as.data.frame(unclass(made)))
    path <- tempfile(fileext = ".csv")
    write_hierarchy(made, path)
    expect_identical(unclass(hierarchy(path))$level1, made$level1)
    deep <- hierarchy(list(a = list(b = c("x", "y"), c = "z"), d = list(e = "w")))
    expect_identical(deep$level2, c("a", "a", "a", "d"))
    built <- hierarchy(people$age, by = "ranges:10,20")
    expect_true(all(people$age %in% as.integer(built$value)))
    expect_output(print(built), "levels")
    expect_output(print(made, n = 2), "2 more values")
    expect_identical(hierarchy(made), made)
})

test_that("what is no hierarchy is refused", {
    expect_error(hierarchy(data.frame(v = c("a", "a"), l = c("x", "y"))), class = "shoal_error")
    expect_error(hierarchy(data.frame(v = c("a", NA), l = "x")), "NA", class = "shoal_usage")
    expect_error(hierarchy(list(a = list(b = "x"), c = "y")), "equally deep", class = "shoal_usage")
    expect_error(hierarchy(list("x", "y")), "needs a name", class = "shoal_usage")
    expect_error(hierarchy("no such file.csv"), class = "shoal_error")
    expect_error(hierarchy(NULL), "hierarchy takes", class = "shoal_usage")
})

test_that("all ways to give a hierarchy release the same", {
    folder <- tempfile()
    dir.create(folder)
    made <- hierarchy(people$age, by = "ranges:10,20")
    write_hierarchy(made, file.path(folder, "age.csv"))
    release <- function(hierarchies) quietly(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease,
                                                       hierarchies = hierarchies))$data$age
    wanted <- release(list(age = "ranges:10,20"))
    expect_identical(release(list(age = made)), wanted)
    expect_identical(release(list(age = as.data.frame(unclass(made)))), wanted)
    expect_identical(release(list(age = file.path(folder, "age.csv"))), wanted)
    expect_identical(release(folder), wanted)
    expect_error(release(list("ranges")), "named list", class = "shoal_usage")
})
